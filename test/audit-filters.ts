import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { AuditFilter } from '#db/queries/audit-search.ts';

interface Searched {
  filter: AuditFilter;
  /** Those that may serve it. */
  indexes: string[];
}

/** A search of each kind in a log that `fillAuditLog` filled, its first page and one from deep within. */
export async function auditFilters(db: Database, rows: number): Promise<Record<string, Searched>> {
  const { rows: read } = await sql<Drawn>`
    select id, at::text, actor_id, subject_id, request_id, trace_id from audit_log
    where subject_kind = 'derivative' and actor_kind = 'person' and id >= ${Math.floor(rows / 10)} order by id limit 300`.execute(
    db,
  );
  const [row] = read as [Drawn];
  const { rows: people } = await sql<{ id: string; times: number }>`
    select actor_id as id, count(*) as times from audit_log where actor_id is not null group by 1 order by 2 desc`.execute(
    db,
  );
  const often = people[0]?.id ?? '';
  const rare = people.at(-1)?.id ?? '';
  const early = new Date(Date.now() - rows * 18_000);
  const late = new Date(Date.now() - rows * 10_000);
  const of = (ids: string[], system?: string) => ({ actors: { ids, system } });
  const [byTime, byActor, bySystem, bySubject, byAction] = [
    'time',
    'actor',
    'system',
    'subject',
    'action',
  ].map((name) => `audit_log_by_${name}`) as [string, string, string, string, string];
  const byActs = 'audit_log_of_acts_by_actor';
  const kinds: Record<string, [filter: Partial<AuditFilter>, ...indexes: string[]]> = {
    everything: [{}, byTime],
    'a span of time': [{ from: early, until: late }, byTime],
    'a person of many rows': [of([often]), byActor, byActs, byTime],
    'a person of few rows': [of([rare]), byActor, byActs],
    'a person and an act': [{ ...of([often]), action: 'asset.approved' }, byActs],
    'twenty persons': [of(people.slice(0, 20).map(({ id }) => id)), byActor, byActs, byTime],
    'a part of the portal': [of([], 'repair'), byActor, bySystem],
    'a frequent act': [{ action: 'derivative.downloaded' }, byAction, byTime],
    'a rare act': [{ action: 'webhook.tested' }, byAction],
    'one subject': [{ subjects: [row.subject_id] }, bySubject],
    'a photo with 200 files': [
      { subjects: read.slice(0, 200).map(({ subject_id }) => subject_id) },
      bySubject,
    ],
    'a request': [{ requestId: row.request_id }, 'audit_log_by_request'],
    'a trace': [{ traceId: row.trace_id }, 'audit_log_by_trace'],
    'what failed': [{ result: 'failed' }, 'audit_log_of_the_unsuccessful', byTime],
    'what was done': [{ result: 'done' }, byTime],
    'an act in a span of time': [{ action: 'derivative.viewed', from: early, until: late }, byAction, byTime],
  };
  const after = { at: row.at, id: row.id };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, [filter, ...indexes]]): [string, Searched][] => [
      [name, { filter: { ...filter, limit: 50 }, indexes }],
      [`${name}, deep`, { filter: { ...filter, limit: 50, after }, indexes }],
    ]),
  );
}

/** Searches by several fields, of which each alone has many rows and all together few or none. */
export async function combinedFilters(db: Database, rows: number): Promise<Record<string, Searched>> {
  const { rows: people } = await sql<{ id: string }>`
    select actor_id as id from audit_log where actor_id is not null group by 1 order by count(*) desc limit 1`.execute(
    db,
  );
  const actors = { ids: [people[0]?.id ?? ''], system: undefined };
  const early = new Date(Date.now() - rows * 18_000);
  const kinds: Record<string, Partial<AuditFilter>> = {
    'a person, and a frequent act that they never did': { actors, action: 'derivative.published' },
    'a person, and an act of few rows': { actors, action: 'webhook.tested' },
    'a person, and a frequent act': { actors, action: 'derivative.downloaded' },
    'a person, and what failed': { actors, result: 'failed' },
    'a person, an act and what failed': { actors, action: 'derivative.viewed', result: 'failed' },
    'an act, and what was refused': { action: 'derivative.downloaded', result: 'refused' },
    'a part of the portal, and an act': { actors: { ids: [], system: 'repair' }, action: 'asset.binned' },
    'an act, and what failed before a time': {
      action: 'derivative.published',
      result: 'failed',
      until: early,
    },
  };
  return Object.fromEntries(
    Object.entries(kinds).map(([name, filter]) => [name, { filter: { ...filter, limit: 50 }, indexes: [] }]),
  );
}

interface Drawn {
  id: number;
  at: string;
  actor_id: string;
  subject_id: string;
  request_id: string;
  trace_id: string;
}
