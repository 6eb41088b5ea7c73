import type { Span } from '@opentelemetry/api';
import type { ErrorCategory } from '#lib/lifecycle.ts';
import { failSpan, inSpan } from '#lib/observe/spans.ts';
import type { Services } from '#lib/services.ts';
import { asJobError } from './as-job-error.ts';
import type { Claim } from './claim-jobs.ts';
import { failJob } from './fail-job.ts';
import type { JobHandler, JobOutcome } from './job.ts';
import { JobError } from './job-error.ts';
import { LeaseLost } from './lease-lost.ts';
import { queues } from './queues.ts';
import { releaseJobs } from './release-jobs.ts';

/** How an attempt ended. `lost`: the job is somebody else's, or nobody could be told; a sweep finds it. */
export type Settlement = JobOutcome['state'] | 'retry' | 'dead' | 'released' | 'lost';

/** The reason a handler's signal carries when its process must end before the work has. */
export class WorkerStopping extends Error {
  constructor() {
    super('the worker is stopping');
    this.name = 'WorkerStopping';
  }
}

export interface Run {
  services: Services;
  handler: JobHandler;
  claim: Pick<Claim, 'job' | 'deadlineInMs'>;
  controller: AbortController;
  random: () => number;
  onFailure?: ((category: ErrorCategory) => void) | undefined;
}

/** One attempt, from the claim to what is written about it, in a span of whoever enqueued it. Never rejects. */
export function runJob(run: Run): Promise<Settlement> {
  const { job } = run.claim;
  const attributes = {
    'messaging.operation.name': 'process',
    'messaging.destination.name': job.queue,
    'messaging.message.id': job.id,
    'blazon.attempt': job.attempts,
    ...(job.audience && { 'blazon.audience': job.audience }),
  };
  const options = { kind: 'CONSUMER', parent: job.traceparent, attributes } as const;
  return inSpan(`process ${job.queue}`, options, async (span) => {
    const settlement = await attempt(run, span);
    span.setAttribute('blazon.settlement', settlement);
    return settlement;
  });
}

async function attempt(run: Run, span: Span): Promise<Settlement> {
  const { services, handler, claim, controller } = run;
  if (isLate(claim)) return settle(run, late(claim), span);
  const stopTimer = abortInTime(claim, controller);
  try {
    const outcome = await handler.run(services, claim.job, controller.signal);
    if (outcome.state === 'later') await releaseJobs(services.db, [claim.job], outcome.ms);
    return outcome.state;
  } catch (error) {
    return await settle(run, controller.signal.aborted ? controller.signal.reason : error, span);
  } finally {
    stopTimer();
  }
}

async function settle(
  { services, handler, claim: { job }, random, onFailure }: Run,
  error: unknown,
  span: Span,
): Promise<Settlement> {
  try {
    if (error instanceof LeaseLost) return 'lost';
    if (error instanceof WorkerStopping) {
      await releaseJobs(services.db, [job], 0);
      return 'released';
    }
    const failure = asJobError(error);
    onFailure?.(failure.category);
    failSpan(span, failure);
    services.log.warn(
      { job_id: job.id, queue: job.queue, category: failure.category, error: failure.message },
      'an attempt failed',
    );
    return await failJob(services.db, handler, job, failure, random());
  } catch (unsettled) {
    if (!(unsettled instanceof LeaseLost))
      services.log.error(
        { job_id: job.id, error: asJobError(unsettled).message },
        'a failed attempt could not be recorded; its lease will run out',
      );
    return 'lost';
  }
}

function isLate({ deadlineInMs }: Run['claim']): boolean {
  return deadlineInMs !== null && deadlineInMs <= 0;
}

function late({ job }: Run['claim']): JobError {
  return new JobError('deadline_passed', `The deadline passed in attempt ${job.attempts}.`);
}

/** Durations, not times of day: only the database's clock knows when a deadline is. */
function abortInTime(claim: Run['claim'], controller: AbortController): () => void {
  const { attemptMs } = queues[claim.job.queue];
  const deadlineInMs = claim.deadlineInMs ?? Number.POSITIVE_INFINITY;
  const timer = setTimeout(
    () =>
      controller.abort(
        deadlineInMs <= attemptMs
          ? late(claim)
          : new JobError('internal', `The attempt ran longer than ${attemptMs} ms.`),
      ),
    Math.min(deadlineInMs, attemptMs),
  );
  return () => clearTimeout(timer);
}
