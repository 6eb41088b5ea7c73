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
  deadline: Date | null;
  payload: unknown;
  dedup_key: string | null;
  audience: string | null;
  actor_id: string | null;
}

export const claimedColumns = sql.raw(
  [
    'id',
    'queue',
    'fence',
    'attempts',
    'max_attempts',
    'deadline',
    'payload',
    'dedup_key',
    'audience',
    'actor_id',
  ]
    .map((column) => `jobs.${column}`)
    .join(', '),
);

export function toClaimedJob(row: ClaimedRow): ClaimedJob {
  return {
    id: row.id,
    queue: row.queue as Queue,
    // A job that nobody has claimed yet (its deadline passed first) has no fence, and 0 is below every other.
    fence: row.fence ?? 0,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    deadline: row.deadline,
    payload: row.payload,
    dedupKey: row.dedup_key,
    audience: row.audience,
    actorId: row.actor_id,
  };
}
