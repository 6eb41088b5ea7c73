import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

export interface QueueDepth {
  queue: string;
  /** Empty where the work is done before any audience is known. */
  audience: string;
  /** Due, and nobody has it. */
  ready: number;
  /** Not due yet: it waits out the pause after a failure. */
  delayed: number;
  leased: number;
  /** Since the longest waiting of the ready ones was due. */
  oldest_seconds: number;
}

const depths = sql<QueueDepth>`
  select queue, coalesce(audience, '') as audience,
    count(*) filter (where lease_until is null and run_at <= statement_timestamp())::integer as ready,
    count(*) filter (where lease_until is null and run_at > statement_timestamp())::integer as delayed,
    count(*) filter (where lease_until is not null)::integer as leased,
    coalesce(extract(epoch from statement_timestamp()
      - min(run_at) filter (where lease_until is null and run_at <= statement_timestamp())), 0)::float8 as oldest_seconds
  from jobs group by 1, 2`;

/** The living jobs, as they stand. */
export async function listQueueDepths(db: Database): Promise<QueueDepth[]> {
  return (await depths.execute(db)).rows;
}

/** Writes down how the queues stand and what was finished so far, and forgets what is older than the plots go back. */
export async function insertQueueSamples(db: Database, keepDays: number): Promise<void> {
  await sql`
    with live as (${depths}), counted as (
      select labels::jsonb ->> 'queue' as queue, labels::jsonb ->> 'audience' as audience,
        sum(value) filter (where labels::jsonb ->> 'outcome' in ('done', 'duplicate')) as done_total,
        sum(value) filter (where labels::jsonb ->> 'outcome' in ('retry', 'dead')) as failed_total
      from metric_series where name = 'blazon_job_attempts_total'
      group by 1, 2
    )
    insert into queue_samples (at, queue, audience, ready, delayed, leased, oldest_seconds, done_total, failed_total)
    select statement_timestamp(), queue, audience, coalesce(ready, 0), coalesce(delayed, 0), coalesce(leased, 0),
      coalesce(oldest_seconds, 0), coalesce(done_total, 0), coalesce(failed_total, 0)
    from live full join counted using (queue, audience)
    on conflict (at, queue, audience) do nothing`.execute(db);
  await sql`
    delete from queue_samples
    where at < statement_timestamp() - ${keepDays} * interval '1 day'`.execute(db);
}

export interface SampleBin {
  /** 0 is the oldest. */
  bin: number;
  audience: string;
  waiting: number;
  oldest_seconds: number;
  /** At the end of the bin, cumulative. */
  done_total: number;
  failed_total: number;
}

/** The samples of the last `seconds`, in equal bins, an audience each: the highest of what stood, the last of what grew. */
export async function listSampleBins(
  db: Database,
  { seconds, bins }: { seconds: number; bins: number },
): Promise<SampleBin[]> {
  const { rows } = await sql<SampleBin>`
    with moments as (
      select at, audience, sum(ready + leased) as waiting, max(oldest_seconds) as oldest_seconds,
        sum(done_total) as done_total, sum(failed_total) as failed_total
      from queue_samples where at > statement_timestamp() - ${seconds}::float8 * interval '1 second'
      group by 1, 2
    )
    select least(${bins}::integer - 1, floor(${bins}::float8 *
        (1 - extract(epoch from statement_timestamp() - at)::float8 / ${seconds}::float8)))::integer as bin,
      audience, max(waiting)::integer as waiting, max(oldest_seconds)::float8 as oldest_seconds,
      max(done_total) as done_total, max(failed_total) as failed_total
    from moments group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
