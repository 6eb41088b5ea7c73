import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { ClaimedJob } from './job.ts';

/**
 * Gives jobs back as if they had never been claimed, to be looked at again after `delayMs`. Those whose lease was
 * lost meanwhile are left alone.
 */
export async function releaseJobs(
  db: Database,
  jobs: readonly Pick<ClaimedJob, 'id' | 'fence'>[],
  delayMs: number,
): Promise<void> {
  await sql`
    update jobs
    set lease_until = null, leased_by = null, attempts = jobs.attempts - 1,
      run_at = case when ${delayMs} > 0
        then clock_timestamp() + ${delayMs} * interval '1 millisecond' else jobs.run_at end
    from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ fence }) => fence)}::bigint[])
      as held (id, fence)
    where jobs.id = held.id and jobs.fence = held.fence
      and coalesce(jobs.lease_until, '-infinity') > clock_timestamp()`.execute(db);
}
