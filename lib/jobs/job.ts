import type { Trx } from '#db/client.ts';
import type { Caller } from '#lib/auth/actor.ts';
import type { Env } from '#lib/env.ts';
import type { Services } from '#lib/services.ts';
import type { JobError } from './job-error.ts';
import type { Queue } from './queues.ts';

export interface NewJob {
  queue: Queue;
  /** The whole contract of the work: a later change of configuration cannot alter what was asked for. */
  payload: object;
  /** While a job with this key lives in the queue, another one is not made. */
  dedupKey?: string | undefined;
  /** Smaller runs first; 0 unless told. */
  priority?: number | undefined;
  runAt?: Date | undefined;
  /** Counted from the database's now. */
  deadlineMs?: number | undefined;
  maxAttempts?: number | undefined;
  /** The person who asked; on-demand work is capped by it. */
  actorId?: string | undefined;
  audience?: string | undefined;
  /** W3C `traceparent` of what it follows from; left out, that of the active span. */
  traceparent?: string | null | undefined;
}

/** A job under a lease. `fence` is what every later statement about it must name. */
export interface ClaimedJob {
  id: string;
  queue: Queue;
  fence: number;
  /** This attempt included, so 1 at the first. */
  attempts: number;
  maxAttempts: number;
  deadline: Date | null;
  payload: unknown;
  dedupKey: string | null;
  audience: string | null;
  actorId: string | null;
  traceparent: string | null;
}

/**
 * `done` and `duplicate` end the job; the worker deletes its row where the handler has not already done so with
 * `finishJob`. `later` gives it back for `ms` without using up an attempt.
 */
export type JobOutcome = { state: 'done' } | { state: 'duplicate' } | { state: 'later'; ms: number };

export interface JobHandler {
  /**
   * Does the work and calls `finishJob` in the transaction that stores its result. `signal` aborts when the
   * lease was lost, the deadline has passed or the worker must end: nothing done after that can be committed.
   */
  run(services: Services, job: ClaimedJob, signal: AbortSignal): Promise<JobOutcome>;
  /** Runs in the transaction that moves the job to `dead_jobs`, so the two stand or fall together. */
  onDead?(trx: Trx, job: ClaimedJob, error: JobError): Promise<void>;
  /**
   * Takes back what `onDead` wrote, in the transaction that requeues the dead letter. Throws a `Problem` with a
   * sentence for operators where another life of the job could come to nothing.
   */
  onRequeue?(
    services: { env: Pick<Env, 'MAX_PHOTOS_PER_PRODUCT'> },
    trx: Trx,
    job: DeadJob,
    caller: Caller,
  ): Promise<void>;
}

/** As much of a dead letter as its handler needs. */
export interface DeadJob {
  id: string;
  payload: unknown;
}

export type JobHandlers = Readonly<Record<Queue, JobHandler>>;
