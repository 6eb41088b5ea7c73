import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface DeadSelection {
  ids?: readonly string[] | undefined;
  queue?: string | undefined;
  category?: string | undefined;
  audience?: string | undefined;
  /** Seconds since the death. */
  older_than?: number | undefined;
  newer_than?: number | undefined;
}

export interface DeadLetterRow {
  id: string;
  queue: string;
  audience: string | null;
  dedup_key: string | null;
  attempts: number;
  requeues: number;
  last_error_category: string;
  last_error: string;
  created_at: Date;
  died_at: Date;
  payload: object;
}

/** Open letters: neither requeued nor dismissed. */
const isOpen = sql<boolean>`requeued_at is null and dismissed_at is null`;

function selected({
  ids,
  queue,
  category,
  audience,
  older_than,
  newer_than,
}: DeadSelection): RawBuilder<boolean> {
  const conditions = [isOpen];
  if (ids) conditions.push(sql`id = any(${[...ids]}::uuid[])`);
  if (queue) conditions.push(sql`queue = ${queue}`);
  if (category) conditions.push(sql`last_error_category = ${category}`);
  if (audience) conditions.push(sql`audience = ${audience}`);
  if (older_than !== undefined)
    conditions.push(sql`died_at <= statement_timestamp() - ${older_than} * interval '1 second'`);
  if (newer_than !== undefined)
    conditions.push(sql`died_at > statement_timestamp() - ${newer_than} * interval '1 second'`);
  return sql.join(conditions, sql` and `);
}

/** Newest first. Names keys and persons' payloads: operators' eyes only. */
export async function unsafeListDeadLetters(
  db: Database,
  selection: DeadSelection,
  limit: number,
): Promise<DeadLetterRow[]> {
  const { rows } = await sql<DeadLetterRow>`
    select id, queue, audience, dedup_key, attempts, requeues, last_error_category, last_error, created_at, died_at, payload
    from dead_jobs where ${selected(selection)}
    order by died_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** The longest dead first. */
export async function listDeadIds(db: Database, selection: DeadSelection, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dead_jobs where ${selected(selection)} order by died_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countDeadLetters(
  db: Database,
  selection: DeadSelection = {},
): Promise<{ queue: string; category: string; letters: number }[]> {
  const { rows } = await sql<{ queue: string; category: string; letters: number }>`
    select queue, last_error_category as category, count(*)::integer as letters
    from dead_jobs where ${selected(selection)}
    group by 1, 2 order by 3 desc, 1, 2`.execute(db);
  return rows;
}

/** Nothing where it is no longer open: of two who want it at once, one gets it. */
export async function lockOpenLetter(trx: Trx, id: string) {
  return trx
    .selectFrom('dead_jobs')
    .select(['id', 'queue', 'audience', 'dedup_key', 'last_error_category', 'payload'])
    .where('id', '=', id)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Makes the job of a locked letter live again under its own id, with all its attempts and the time it was first given.
 * False where another job with its key lives already and will do the work.
 */
export async function reviveJob(
  trx: Trx,
  id: string,
  settings: { maxAttempts: number; deadlineMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    with revived as (
      insert into jobs (id, queue, priority, run_at, deadline, max_attempts, dedup_key, actor_id, audience, payload,
        traceparent, last_error_category, last_error)
      select id, queue, priority, clock_timestamp(),
        clock_timestamp() + greatest(interval '1 minute', coalesce(deadline - created_at, ${settings.deadlineMs} * interval '1 millisecond')),
        greatest(max_attempts, ${settings.maxAttempts}), dedup_key, actor_id, audience, payload,
        traceparent, last_error_category, last_error
      from dead_jobs where id = ${id}
      on conflict (queue, dedup_key) where dedup_key is not null do nothing
      returning queue
    ), hint as materialized (select pg_notify('jobs', queue) from revived)
    select from revived, (select count(*) as queues from hint) as hints where hints.queues > 0`.execute(trx);
  return rows.length > 0;
}

export async function markRequeued(trx: Trx, id: string, by: string | null): Promise<void> {
  await trx
    .updateTable('dead_jobs')
    .set((eb) => ({
      requeued_at: sql<Date>`clock_timestamp()`,
      requeues: eb('requeues', '+', 1),
      settled_by: by,
    }))
    .where('id', '=', id)
    .execute();
}

export async function markLetterDismissed(trx: Trx, id: string, by: string | null): Promise<void> {
  await trx
    .updateTable('dead_jobs')
    .set({ dismissed_at: sql<Date>`clock_timestamp()`, settled_by: by })
    .where('id', '=', id)
    .execute();
}

/** What was requeued and never came back, or dismissed, so many days ago; answers how many. The audit log keeps who and when. */
export async function deleteSettledLetters(trx: Trx, days: number): Promise<number> {
  const { rows } = await sql`
    delete from dead_jobs
    where coalesce(requeued_at, dismissed_at) < statement_timestamp() - ${days} * interval '1 day'
      and not exists (select from jobs where jobs.id = dead_jobs.id)
    returning id`.execute(trx);
  return rows.length;
}
