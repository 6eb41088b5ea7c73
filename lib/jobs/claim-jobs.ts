import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { Place } from './claim-place.ts';
import { type ClaimedRow, claimedColumns, toClaimedJob } from './claimed-row.ts';
import type { ClaimedJob } from './job.ts';
import type { Queue } from './queues.ts';

export interface Claim {
  job: ClaimedJob;
  /** By the database's clock at the claim; negative once the deadline has passed. */
  deadlineInMs: number | null;
  /** Since the enqueue, or since it was requeued. */
  ageMs: number;
  place: Place;
}

interface Times {
  priority: number;
  run_at_epoch: number;
  created_epoch: number;
  now_epoch: number;
}

/**
 * Takes up to `limit` ready jobs, each under a fresh fence. Concurrent claimers pass over each other's rows. Jobs
 * whose deadline has passed are claimed too: whoever has them under a lease can bury them. With `after`, only jobs that
 * come later in the queue's order are looked at.
 */
export async function claimJobs(
  db: Database,
  claim: { queue: Queue; limit: number; workerId: string; leaseMs: number; after?: Place | undefined },
): Promise<Claim[]> {
  const { after } = claim;
  const isLater = after
    ? sql`and (priority, run_at, id) > (${after.priority}::smallint, to_timestamp(${after.runAt}::float8), ${after.id}::uuid)`
    : sql``;
  // `array(…)` is evaluated once, so never more than `limit` are taken, and the rows are then met by primary key; a
  // join lets the planner walk the whole table. One fence serves the statement: a job and a fence still name one
  // claim. The statement's time is constant, so the index can use it.
  const { rows } = await sql<ClaimedRow & Times>`
    update jobs
    set fence = (select nextval('fences')), attempts = attempts + 1, leased_by = ${claim.workerId},
      lease_until = clock_timestamp() + ${claim.leaseMs} * interval '1 millisecond'
    where id = any(array(
      select id from jobs
      where queue = ${claim.queue} and lease_until is null and run_at <= statement_timestamp() ${isLater}
      order by priority, run_at, id
      limit ${claim.limit}
      for update skip locked
    ))
    returning ${claimedColumns}, priority, date_part('epoch', created_at) as created_epoch, date_part('epoch', run_at) as run_at_epoch,
      date_part('epoch', clock_timestamp()) as now_epoch`.execute(db);
  // The update answers in whatever order the rows were met.
  rows.sort((a, b) => a.priority - b.priority || a.run_at_epoch - b.run_at_epoch || (a.id < b.id ? -1 : 1));
  return rows.map((row) => ({
    job: toClaimedJob(row),
    deadlineInMs: row.deadline_epoch === null ? null : (row.deadline_epoch - row.now_epoch) * 1000,
    ageMs: (row.now_epoch - row.created_epoch) * 1000,
    place: { priority: row.priority, runAt: row.run_at_epoch, id: row.id },
  }));
}
