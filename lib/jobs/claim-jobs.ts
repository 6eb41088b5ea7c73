import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { type ClaimedRow, claimedColumns, toClaimedJob } from './claimed-row.ts';
import type { ClaimedJob } from './job.ts';
import type { Queue } from './queues.ts';

export interface Claim {
  job: ClaimedJob;
  /** By the database's clock at the claim; negative once the deadline has passed. */
  deadlineInMs: number | null;
}

/**
 * Takes up to `limit` ready jobs, each under a fresh fence. Concurrent claimers pass over each other's rows. Jobs
 * whose deadline has passed are claimed too: whoever has them under a lease can bury them.
 */
export async function claimJobs(
  db: Database,
  claim: { queue: Queue; limit: number; workerId: string; leaseMs: number },
): Promise<Claim[]> {
  // Materialized, since a plan that runs the subquery again would claim more than `limit`. The time is that of the
  // statement: it is constant, so the planner can use it in the index.
  const { rows } = await sql<ClaimedRow & { priority: number; run_at: Date; deadline_in_ms: number | null }>`
    with next as materialized (
      select id from jobs
      where queue = ${claim.queue} and lease_until is null and run_at <= statement_timestamp()
      order by priority, run_at, id
      limit ${claim.limit}
      for update skip locked
    )
    update jobs
    set fence = nextval('fences'), attempts = jobs.attempts + 1, leased_by = ${claim.workerId},
      lease_until = clock_timestamp() + ${claim.leaseMs} * interval '1 millisecond'
    from next
    where jobs.id = next.id
    returning ${claimedColumns}, jobs.priority, jobs.run_at,
      (extract(epoch from jobs.deadline - clock_timestamp()) * 1000)::float8 as deadline_in_ms`.execute(db);
  // The update answers in whatever order the rows were met.
  rows.sort(
    (a, b) => a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || (a.id < b.id ? -1 : 1),
  );
  return rows.map((row) => ({ job: toClaimedJob(row), deadlineInMs: row.deadline_in_ms }));
}
