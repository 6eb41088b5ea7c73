import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { ClaimedJob } from './job.ts';

type Held = Pick<ClaimedJob, 'id' | 'fence'>;

/**
 * Extends the leases that still hold and answers the ids that are still ours. A row that is locked at this moment
 * is one whose handler is just committing: waiting for it could deadlock, so it is passed over and counts as ours.
 */
export async function renewJobs(db: Database, jobs: readonly Held[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      select * from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ fence }) => fence)}::bigint[])
        as held (id, fence)
    ), free as materialized (
      select jobs.id from jobs join held using (id, fence)
      where coalesce(jobs.lease_until, '-infinity') > clock_timestamp()
      for update of jobs skip locked
    ), renewed as (
      update jobs set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from free where jobs.id = free.id
      returning jobs.id
    )
    select id from renewed
    union
    select jobs.id from jobs join held using (id, fence)
    where coalesce(jobs.lease_until, '-infinity') > clock_timestamp()`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
