import { sql } from 'kysely';
import type { ClaimedJob } from './job.ts';
import type { Queue } from './queues.ts';

/** The columns of `jobs` that a claimed job is made of. */
export interface ClaimedRow {
  id: string;
  queue: string;
  fence: number | null;
  attempts: number;
  max_attempts: number;
  /** Seconds: a number costs a third of what a timestamp's text costs on its way here. */
  deadline_epoch: number | null;
  payload: unknown;
  dedup_key: string | null;
  audience: string | null;
  actor_id: string | null;
  traceparent: string | null;
}

export const claimedColumns = sql`
  jobs.id, jobs.queue, jobs.fence, jobs.attempts, jobs.max_attempts, jobs.payload, jobs.dedup_key, jobs.audience,
  jobs.actor_id, jobs.traceparent, date_part('epoch', jobs.deadline) as deadline_epoch`;

export function toClaimedJob(row: ClaimedRow): ClaimedJob {
  return {
    id: row.id,
    queue: row.queue as Queue,
    // A job that nobody has claimed yet (its deadline passed first) has no fence, and 0 is below every other.
    fence: row.fence ?? 0,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    deadline: row.deadline_epoch === null ? null : new Date(row.deadline_epoch * 1000),
    payload: row.payload,
    dedupKey: row.dedup_key,
    audience: row.audience,
    actorId: row.actor_id,
    traceparent: row.traceparent,
  };
}
