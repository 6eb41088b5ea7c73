import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { unsafeFindActorIds, unsafeListFileNames, unsafeNameSubjects } from '#db/queries/audit-names.ts';
import { type AuditFilter, type AuditRow, unsafeSearchAuditRows } from '#db/queries/audit-search.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { cursorStamp, decodeCursor, pageOf } from '#lib/cursor.ts';
import { invalidField, parseMoment } from '#lib/moment.ts';
import type { Services } from '#lib/services.ts';
import type { AuditFields } from './audit-fields.ts';
import type { AuditItem } from './audit-item.ts';
import { subjectOf } from './audit-subject.ts';

type Reading = Pick<Services, 'db' | 'env'>;

/** More persons than this are no search for a person. */
const mostActors = 20;
/** Files of one photo that are looked through with it. */
const mostFiles = 300;

const cursorValues = z.tuple([cursorStamp, z.number().int().positive()]);

/**
 * Who did what to what, newest first. A page's address stays good: rows never change, and newer ones come before the
 * cursor. Names persons: for those who hold `audit.read` alone. Throws 400 with the field that is not right.
 */
export async function searchAudit(
  { db, env }: Reading,
  caller: Caller,
  { limit = 50, ...fields }: AuditFields & { limit?: number | undefined },
): Promise<{ items: AuditItem[]; next_cursor: string | null }> {
  requirePermission(caller.actor, 'audit.read');
  const filter = await readFilter({ db, env }, fields);
  const rows = await unsafeSearchAuditRows(db, { ...filter, limit });
  const names = await unsafeNameSubjects(
    db,
    rows.map(({ subject_kind: kind, subject_id: id }) => ({ kind, id })),
  );
  return pageOf(
    rows,
    limit,
    (row) => itemOf(row, names),
    (row) => [row.at_text, row.id],
  );
}

async function readFilter({ db, env }: Reading, fields: AuditFields): Promise<Omit<AuditFilter, 'limit'>> {
  const cursor = decodeCursor(fields.cursor, cursorValues);
  const from = parseMoment('from', fields.from, env.PORTAL_TIME_ZONE, 0) ?? undefined;
  const until = parseMoment('to', fields.to, env.PORTAL_TIME_ZONE, 1) ?? undefined;
  if (from && until && from >= until)
    throw invalidField('to', 'This ends before it begins: choose a later end.');
  return {
    from,
    until,
    actors: fields.person === undefined ? undefined : await findActors(db, fields.person),
    subjects: fields.subject === undefined ? undefined : await findSubjects(db, subjectOf(fields.subject)),
    action: fields.action,
    requestId: fields.request_id,
    traceId: fields.trace_id && /[0-9a-f]{32}/.exec(fields.trace_id.toLowerCase())?.[0],
    result: fields.result,
    after: cursor && { at: cursor[0], id: cursor[1] },
  };
}

async function findActors(db: Services['db'], person: string): Promise<AuditFilter['actors']> {
  const ids = await unsafeFindActorIds(db, person, mostActors + 1);
  if (ids.length > mostActors)
    throw invalidField(
      'person',
      `More than ${mostActors} people have “${person}” in their name or email: write more of it.`,
    );
  return { ids, system: person.toLowerCase() };
}

/** Of a photo, its files too: who downloaded one of them had the photo. */
async function findSubjects(db: Services['db'], subject: string): Promise<string[]> {
  if (!isUuid(subject)) return [subject];
  return [subject, ...(await unsafeListFileNames(db, subject)).slice(0, mostFiles)];
}

function itemOf(row: AuditRow, names: ReadonlyMap<string, string>): AuditItem {
  const { id, at, action, request_id, trace_id, result, code, detail } = row;
  const { actor_kind, actor_id, actor_name, subject_kind, subject_id } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    action,
    subject: {
      kind: subject_kind,
      id: subject_id,
      name: names.get(`${subject_kind} ${subject_id}`) ?? null,
    },
    request_id,
    trace_id,
    result,
    code,
    detail,
  };
}
