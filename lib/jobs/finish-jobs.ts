import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { ClaimedJob } from './job.ts';

/**
 * Ends many jobs that have no result of their own in one statement, each under its own fence. Answers the ids it
 * ended; the others had lost their lease and will be done again by somebody else.
 */
export async function finishJobs(
  db: Database,
  jobs: readonly Pick<ClaimedJob, 'id' | 'fence'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    delete from jobs
    using unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ fence }) => fence)}::bigint[])
      as held (id, fence)
    where jobs.id = held.id and jobs.fence = held.fence
      and coalesce(jobs.lease_until, '-infinity') > clock_timestamp()
    returning jobs.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
