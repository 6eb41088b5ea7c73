import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';
import type { InspectionFindingsTable, InspectionsTable } from '#db/tables.ts';

export interface InspectionScope {
  audience: string | null;
  policyVersion: number | null;
}

export type InspectionRow = Selectable<InspectionsTable>;
export type NewFinding = Omit<Insertable<InspectionFindingsTable>, 'inspection_id' | 'created_at'>;

/** Files that are given out: what an inspection holds against the store. */
function givenOut(db: Database | Trx, scope: InspectionScope) {
  return db
    .selectFrom('derivatives')
    .where('retired_at', 'is', null)
    .$if(scope.audience !== null, (query) => query.where('audience', '=', scope.audience ?? ''))
    .$if(scope.policyVersion !== null, (query) =>
      query.where('policy_version', '=', scope.policyVersion ?? 0),
    );
}

export async function countInspectedRows(db: Database | Trx, scope: InspectionScope): Promise<number> {
  const { count } = await givenOut(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order of their object keys, so that a look that was cut short goes on where it was. */
export async function listInspectedRows(
  db: Database,
  scope: InspectionScope,
  page: { after: string; limit: number },
) {
  return givenOut(db, scope)
    .where('object_key', '>', page.after)
    .select([
      'source_hash',
      'audience',
      'policy_version',
      'format',
      'object_key',
      'manifest_key',
      'sha256',
      'byte_size',
      'fence',
      'manifest',
    ])
    .orderBy('object_key')
    .limit(page.limit)
    .execute();
}
export type InspectedRow = Awaited<ReturnType<typeof listInspectedRows>>[number];

/**
 * Which of these keys no row names and no live attempt is writing: its name and fence are those of a leased job.
 * One statement, so that an attempt that publishes meanwhile is seen as the one or as the other.
 */
export async function listOrphanKeys(
  db: Database | Trx,
  objects: readonly { key: string; name: string; fence: number }[],
): Promise<string[]> {
  if (objects.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select met.key
    from unnest(${objects.map(({ key }) => key)}::text[], ${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ fence }) => fence)}::bigint[]) as met (key, name, fence)
    where not exists (select from derivatives d where d.object_key = met.key)
      and not exists (select from derivatives d where d.manifest_key = met.key)
      and not exists (select from jobs j
        where j.queue = 'derive' and j.dedup_key = met.name and j.fence = met.fence
          and coalesce(j.lease_until, '-infinity') > clock_timestamp())
    order by met.key`.execute(db);
  return rows.map(({ key }) => key);
}

export async function insertInspection(trx: Trx, row: Insertable<InspectionsTable>): Promise<void> {
  await trx.insertInto('inspections').values(row).execute();
}

export async function findInspection(db: Database | Trx, id: string): Promise<InspectionRow | undefined> {
  return db.selectFrom('inspections').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores what was found on the way, and where to go on. */
export async function recordProgress(
  trx: Trx,
  id: string,
  step: {
    phase: InspectionRow['phase'];
    position: string;
    rows: number;
    filesRead: number;
    bytesRead: number;
    objects: number;
    findings: readonly NewFinding[];
  },
): Promise<void> {
  if (step.findings.length > 0)
    await trx
      .insertInto('inspection_findings')
      .values(step.findings.map((finding) => ({ ...finding, inspection_id: id })))
      .onConflict((conflict) => conflict.columns(['inspection_id', 'object_key']).doNothing())
      .execute();
  await trx
    .updateTable('inspections')
    .set((eb) => ({
      phase: step.phase,
      position: step.position,
      rows_checked: eb('rows_checked', '+', step.rows),
      files_read: eb('files_read', '+', step.filesRead),
      bytes_read: eb('bytes_read', '+', step.bytesRead),
      objects_checked: eb('objects_checked', '+', step.objects),
      ...(step.phase === 'done' ? { finished_at: sql<Date>`clock_timestamp()` } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

export async function markInspectionFailed(trx: Trx, id: string, failure: string): Promise<void> {
  await trx
    .updateTable('inspections')
    .set({ failure, finished_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** The newest that looked at this version: at it alone, at its audience, or at everything. */
export async function findLatestInspection(db: Database, audience: string, policyVersion: number) {
  return db
    .selectFrom('inspections')
    .where((eb) => eb.or([eb('audience', 'is', null), eb('audience', '=', audience)]))
    .where((eb) => eb.or([eb('policy_version', 'is', null), eb('policy_version', '=', policyVersion)]))
    .selectAll()
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'inspections.requested_by')
          .select(['users.id', 'users.name']),
      ).as('by'),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface FindingScope {
  audience?: string;
  policyVersion?: number;
}

/** What an inspection found, with whether the name was made anew since. */
export async function listFindings(
  db: Database,
  inspectionId: string,
  scope: FindingScope,
  page: { after: string; limit: number },
) {
  return db
    .selectFrom('inspection_findings as found')
    .leftJoin('derivatives as row', (join) =>
      join
        .onRef('row.source_hash', '=', 'found.source_hash')
        .onRef('row.audience', '=', 'found.audience')
        .onRef('row.policy_version', '=', 'found.policy_version')
        .onRef('row.format', '=', 'found.format'),
    )
    .where('found.inspection_id', '=', inspectionId)
    .where('found.object_key', '>', page.after)
    .$if(scope.audience !== undefined, (query) => query.where('found.audience', '=', scope.audience ?? ''))
    .$if(scope.policyVersion !== undefined, (query) =>
      query.where('found.policy_version', '=', scope.policyVersion ?? 0),
    )
    .select([
      'found.object_key',
      'found.kind',
      'found.source_hash',
      'found.audience',
      'found.policy_version',
      'found.format',
      'found.fence',
      'found.expected',
      'found.found',
      'row.retired_why',
      sql<boolean>`coalesce(row.fence <> found.fence, false)`.as('is_remade'),
      sql<boolean>`exists (select from derivative_remakes r
        where r.source_hash = found.source_hash and r.audience = found.audience
          and r.policy_version = found.policy_version and r.format = found.format
          and r.settled_at is null)`.as('is_being_remade'),
    ])
    .orderBy('found.object_key')
    .limit(page.limit)
    .execute();
}
export type FindingRow = Awaited<ReturnType<typeof listFindings>>[number];

/** How many findings of a version there are, and how many of them name a file that was not made anew yet. */
export async function countFindings(
  db: Database,
  inspectionId: string,
  version: { audience: string; policyVersion: number },
): Promise<{ found: number; open: number }> {
  const { rows } = await sql<{ found: number; open: number }>`
    select count(*) as found, count(*) filter (where d.fence = f.fence and not exists (
      select from derivative_remakes r
      where r.source_hash = d.source_hash and r.audience = d.audience and r.policy_version = d.policy_version
        and r.format = d.format and r.settled_at is null)) as open
    from inspection_findings f
    left join derivatives d on d.source_hash = f.source_hash and d.audience = f.audience
      and d.policy_version = f.policy_version and d.format = f.format
    where f.inspection_id = ${inspectionId} and f.audience = ${version.audience}
      and f.policy_version = ${version.policyVersion}`.execute(db);
  return rows[0] ?? { found: 0, open: 0 };
}

/** Derive jobs of a version that wait, and those that a worker has. */
export async function countJobsOfVersion(
  db: Database,
  version: { audience: string; policyVersion: number },
): Promise<{ waiting: number; leased: number }> {
  const { rows } = await sql<{ waiting: number; leased: number }>`
    select count(*) filter (where lease_until is null) as waiting,
      count(*) filter (where lease_until is not null) as leased
    from jobs
    where queue = 'derive' and audience = ${version.audience}
      and (payload ->> 'policy_version')::integer = ${version.policyVersion}`.execute(db);
  return rows[0] ?? { waiting: 0, leased: 0 };
}
