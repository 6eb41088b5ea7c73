import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AuditLogTable } from '#db/tables.ts';
import type { AuditResult } from '#lib/lifecycle.ts';

export interface AuditFilter {
  /** Rows of any of these persons, or of this part of the portal. */
  actors?: { ids: readonly string[]; system: string | undefined } | undefined;
  action?: string | undefined;
  /** Any of these. */
  subjects?: readonly string[] | undefined;
  requestId?: string | undefined;
  traceId?: string | undefined;
  result?: AuditResult | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  after?: { at: string; id: number } | undefined;
  limit: number;
}

export type AuditRow = Pick<
  AuditLogTable,
  | 'actor_id'
  | 'actor_kind'
  | 'action'
  | 'subject_kind'
  | 'subject_id'
  | 'request_id'
  | 'trace_id'
  | 'result'
  | 'code'
> & { id: number; at: Date; at_text: string; actor_name: string; detail: Record<string, unknown> };

type Condition = RawBuilder<unknown>;

/**
 * One page, newest first, and one row more than `limit` where there are more. Several persons or subjects are read each
 * from its own range of its index, as far as the page goes, and merged: one condition on all of them would sort every
 * row that they ever left.
 */
export async function unsafeSearchAuditRows(db: Database | Trx, filter: AuditFilter): Promise<AuditRow[]> {
  const { rows } = await auditSearch(filter).execute(db);
  return rows;
}

/** The statement of that search. */
export function auditSearch(filter: AuditFilter): RawBuilder<AuditRow> {
  const { actors, subjects } = filter;
  const shared = conditions(filter);
  const page = (where: Condition[]) => pageOf(where, filter.limit);
  if (subjects) {
    const others = [...shared, ...(actors ? [ofActors(actors)] : [])];
    if (subjects.length === 1) return page([sql`a.subject_id = ${subjects[0]}`, ...others]);
    const each = page([sql`a.subject_id = k.key`, ...others]);
    return merged(
      [sql`select p.* from unnest(${subjects}::text[]) k(key) cross join lateral (${each}) p`],
      filter,
    );
  }
  if (actors) {
    const { ids, system } = actors;
    // Statements of their own: what is known of how many rows each left then counts.
    const parts = ids.map((id) => sql`a.actor_id = ${id}::uuid`);
    if (system !== undefined) parts.push(isSystem(system));
    return merged(
      parts.map((part) => sql`(${page([part, ...shared])})`),
      filter,
    );
  }
  return page(shared);
}

function merged(sources: RawBuilder<unknown>[], { limit }: AuditFilter): RawBuilder<AuditRow> {
  return sql`select * from (${sql.join(sources, sql` union all `)}) found
    order by at desc, id desc limit ${limit + 1}`;
}

function pageOf(where: Condition[], limit: number): RawBuilder<AuditRow> {
  return sql`select a.id, a.at, a.at::text as at_text, a.actor_id, a.actor_kind, a.actor_name, a.action, a.subject_kind,
      a.subject_id, a.request_id, a.trace_id, a.result, a.code, a.detail
    from audit_log a ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by a.at desc, a.id desc limit ${limit + 1}`;
}

function conditions({ action, requestId, traceId, result, from, until, after }: AuditFilter): Condition[] {
  const all: (Condition | undefined)[] = [
    requestId === undefined ? undefined : sql`a.request_id = ${requestId}`,
    traceId === undefined ? undefined : sql`a.trace_id = ${traceId}`,
    action === undefined ? undefined : sql`a.action = ${action}`,
    result === undefined ? undefined : sql`a.result = ${result}`,
    // What the index of them demands, in its own words.
    result === undefined || result === 'done' ? undefined : sql`a.result <> 'done'`,
    from && sql`a.at >= ${from}`,
    until && sql`a.at < ${until}`,
    after && sql`(a.at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`,
  ];
  return all.filter((condition) => condition !== undefined);
}

function isSystem(name: string): Condition {
  return sql`(a.actor_kind = ${name} and a.actor_kind not in ('person', 'token', 'anonymous'))`;
}

function ofActors({ ids, system }: NonNullable<AuditFilter['actors']>): Condition {
  const persons = sql`a.actor_id = any(${ids}::uuid[])`;
  return system === undefined ? persons : sql`(${persons} or ${isSystem(system)})`;
}
