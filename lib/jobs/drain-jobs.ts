import { randomUUID } from 'node:crypto';
import { meterOf } from '#lib/observe/meter.ts';
import type { Services } from '#lib/services.ts';
import { Bell } from './bell.ts';
import type { JobHandlers } from './job.ts';
import { openLanes } from './open-lanes.ts';
import type { Queue } from './queues.ts';
import { type Duty, runDueDuties } from './run-duties.ts';
import type { Settlement } from './run-job.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { workLanes } from './work-lanes.ts';

export interface DrainOptions {
  /** Bounds the claiming. What runs when it is used up is finished, so the answer comes at most one job later. */
  budgetMs: number;
  duties?: readonly Duty[] | undefined;
  queues?: readonly Queue[] | undefined;
  /** In place of what each queue says. */
  concurrency?: number | undefined;
  leaseMs?: number | undefined;
  random?: (() => number) | undefined;
}

export interface Drained {
  claimed: number;
  done: number;
  retried: number;
  dead: number;
  duplicates: number;
}

/** Works off what is ready, follow-up work included, until nothing is or the time budget is used up. */
export async function drainJobs(
  services: Services,
  handlers: JobHandlers,
  options: DrainOptions,
): Promise<Drained> {
  const until = performance.now() + options.budgetMs;
  const drained = { claimed: 0, done: 0, retried: 0, dead: 0, duplicates: 0 };
  const swept = await sweepJobs(services, handlers, options.random);
  drained.retried += swept.retried;
  drained.dead += swept.dead;
  // At most half of the time: a long duty must leave some for the jobs.
  await runDueDuties(services, options.duties ?? [], AbortSignal.timeout(options.budgetMs / 2));

  const bell = new Bell();
  const lanes = openLanes(services, handlers, {
    ...options,
    workerId: `run/${randomUUID()}`,
    onRoom: () => bell.ring(),
    onSettled: (_job, settlement) => count(drained, settlement),
  });
  try {
    await workLanes(lanes, {
      bell,
      pollMs: 250,
      mayClaim: () => performance.now() < until,
      untilEmpty: true,
      onClaimed: (claimed) => {
        drained.claimed += claimed;
      },
    });
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()));
    await meterOf(services.db).flush();
  }
  return drained;
}

function count(drained: Drained, settlement: Settlement): void {
  if (settlement === 'done') drained.done += 1;
  else if (settlement === 'duplicate') drained.duplicates += 1;
  else if (settlement === 'retry') drained.retried += 1;
  else if (settlement === 'dead') drained.dead += 1;
}
