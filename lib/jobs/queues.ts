/** What the kinds of work have in common, and where they differ. Durations are milliseconds. */
export interface QueueSettings {
  /** Jobs of this queue that one process runs at a time; `render` and `cutout` follow the sizes of these pools. */
  concurrency: number | 'render' | 'cutout';
  /**
   * Short jobs are claimed ahead of the slots that will run them. Long ones are not: a job that waits in one
   * process could have been running in another.
   */
  length: 'short' | 'long';
  maxAttempts: number;
  /** From the enqueue to the moment when nobody wants the result any more. */
  deadlineMs: number;
  /** The longest that one attempt may run: a handler that hangs must not keep its lease for good. */
  attemptMs: number;
  /** The `n`th retry waits `least(cap, base · 2^n) · random`. */
  backoff: { baseMs: number; capMs: number };
}

const minute = 60_000;
const day = 24 * 60 * minute;

export const queues = {
  ingest: {
    concurrency: 2,
    length: 'long',
    maxAttempts: 8,
    deadlineMs: 2 * day,
    attemptMs: 15 * minute,
    backoff: { baseMs: 1000, capMs: 10 * minute },
  },
  plan: {
    concurrency: 2,
    length: 'short',
    maxAttempts: 12,
    deadlineMs: 7 * day,
    attemptMs: 15 * minute,
    backoff: { baseMs: 500, capMs: 5 * minute },
  },
  derive: {
    concurrency: 'render',
    length: 'long',
    maxAttempts: 8,
    deadlineMs: 2 * day,
    attemptMs: 15 * minute,
    backoff: { baseMs: 1000, capMs: 10 * minute },
  },
  /** Long and hungry: neither renders nor the thumbnails of a fresh upload wait for it. */
  cutout: {
    concurrency: 'cutout',
    length: 'long',
    maxAttempts: 5,
    deadlineMs: day,
    attemptMs: 15 * minute,
    backoff: { baseMs: 1000, capMs: minute },
  },
  /** Somebody else's server: given days to come back, and never the reason why our own work waits. */
  webhook: {
    concurrency: 8,
    length: 'long',
    maxAttempts: 14,
    deadlineMs: 3 * day,
    attemptMs: minute,
    backoff: { baseMs: 5000, capMs: 6 * 60 * minute },
  },
  /** Broker messages that could not be read and that somebody requeued. */
  message: {
    concurrency: 2,
    length: 'short',
    maxAttempts: 8,
    deadlineMs: 7 * day,
    attemptMs: minute,
    backoff: { baseMs: 1000, capMs: 5 * minute },
  },
  // One at a time in each process: what is looked through is a whole store, and people wait for other things.
  inspect: {
    concurrency: 1,
    length: 'long',
    maxAttempts: 20,
    deadlineMs: 2 * day,
    attemptMs: 15 * minute,
    backoff: { baseMs: 1000, capMs: 5 * minute },
  },
} as const satisfies Record<string, QueueSettings>;

export type Queue = keyof typeof queues;
export const queueNames = Object.keys(queues) as Queue[];
