import { measureAttempt } from '#lib/observe/measure-attempt.ts';
import { meterOf } from '#lib/observe/meter.ts';
import type { Services } from '#lib/services.ts';
import type { ClaimedJob, JobHandlers } from './job.ts';
import { Lane } from './lane.ts';
import { type Queue, type QueueSettings, queueNames, queues } from './queues.ts';
import type { Settlement } from './run-job.ts';

export interface LanesOptions {
  workerId: string;
  /** All, unless some are named. */
  queues?: readonly Queue[] | undefined;
  /** In place of what each queue says. */
  concurrency?: number | undefined;
  leaseMs?: number | undefined;
  random?: (() => number) | undefined;
  onRoom(): void;
  onSettled?: ((job: ClaimedJob, settlement: Settlement) => void) | undefined;
}

/** A lane for each queue, sized by its settings. */
export function openLanes(services: Services, handlers: JobHandlers, options: LanesOptions): Lane[] {
  const meter = meterOf(services.db);
  return (options.queues ?? queueNames).map((queue) => {
    const { concurrency, length }: QueueSettings = queues[queue];
    const own = concurrencyOf(services.env, concurrency);
    return new Lane({
      services,
      queue,
      handler: handlers[queue],
      workerId: options.workerId,
      concurrency: options.concurrency ?? own,
      readAhead: length === 'short' ? services.env.JOB_BATCH : 0,
      leaseMs: options.leaseMs ?? services.env.JOB_LEASE_MS,
      random: options.random ?? Math.random,
      onRoom: options.onRoom,
      onSettled(job, settlement, { ms, ageMs, category }) {
        measureAttempt(meter, {
          queue,
          audience: job.audience,
          outcome: settlement,
          category,
          seconds: ms / 1000,
          ageSeconds: ageMs / 1000,
          payload: job.payload,
        });
        services.log.info(
          { job_id: job.id, queue, key: job.dedupKey, attempts: job.attempts, fence: job.fence, settlement },
          'a job was settled',
        );
        options.onSettled?.(job, settlement);
      },
    });
  });
}

function concurrencyOf(
  { RENDER_CONCURRENCY, CUTOUT_CONCURRENCY }: Services['env'],
  concurrency: QueueSettings['concurrency'],
): number {
  // One more than there are render children: while a finished file is stored and committed, its child has work.
  if (concurrency === 'render') return RENDER_CONCURRENCY + 1;
  return concurrency === 'cutout' ? CUTOUT_CONCURRENCY : concurrency;
}
