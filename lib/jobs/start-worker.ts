import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { meterOf } from '#lib/observe/meter.ts';
import type { Services } from '#lib/services.ts';
import { asJobError } from './as-job-error.ts';
import { Bell } from './bell.ts';
import { every } from './every.ts';
import { beat, signOff } from './heartbeat.ts';
import type { ClaimedJob, JobHandlers } from './job.ts';
import { listenForJobs } from './listen-for-jobs.ts';
import { openLanes } from './open-lanes.ts';
import type { Queue } from './queues.ts';
import { type Duty, runDueDuties } from './run-duties.ts';
import type { Settlement } from './run-job.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { workLanes } from './work-lanes.ts';

export interface WorkerOptions {
  duties?: readonly Duty[] | undefined;
  queues?: readonly Queue[] | undefined;
  /** In place of what each queue says. */
  concurrency?: number | undefined;
  leaseMs?: number | undefined;
  pollMs?: number | undefined;
  /** Between two signs of life, two sweeps, and two looks at the duties. */
  housekeepingMs?: number | undefined;
  random?: (() => number) | undefined;
  onSettled?: ((job: ClaimedJob, settlement: Settlement) => void) | undefined;
}

export interface Worker {
  id: string;
  /** Claims no more, gives back what has not started, and waits for the rest; what outlasts `graceMs` is aborted. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/** Works on jobs in this process until it is stopped. */
export function startWorker(services: Services, handlers: JobHandlers, options: WorkerOptions = {}): Worker {
  const { db, env, log } = services;
  const id = `${os.hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;
  const bell = new Bell();
  const ring = () => bell.ring();
  let stopping = false;
  const complain = (message: string) => (error: unknown) =>
    log.error({ worker: id, error: asJobError(error).message }, message);

  const lanes = openLanes(services, handlers, { ...options, workerId: id, onRoom: ring });
  const work = workLanes(lanes, {
    bell,
    pollMs: options.pollMs ?? 1000,
    mayClaim: () => !stopping,
    untilEmpty: false,
    onError: complain('jobs could not be claimed'),
  });
  const listener = listenForJobs(
    env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
    ring,
    complain('no notifications for now, only polling'),
  );
  const housekeepingMs = options.housekeepingMs ?? 5000;
  const ending = new AbortController();
  // Each by itself: a duty that takes minutes must neither silence the worker nor keep jobs from being swept.
  const housekeeping = [
    every(housekeepingMs, () => beat(db, { id, kind: 'worker' }), complain('no sign of life could be given')),
    every(housekeepingMs, () => meterOf(db).flush(), complain('measures could not be told')),
    every(
      housekeepingMs,
      async () => {
        const { retried } = await sweepJobs(services, handlers, options.random);
        if (retried > 0) ring();
      },
      complain('jobs could not be swept'),
    ),
    every(
      housekeepingMs,
      () => runDueDuties(services, options.duties ?? [], ending.signal),
      complain('duties could not be run'),
    ),
  ];

  const stop = async (graceMs?: number) => {
    stopping = true;
    ending.abort();
    for (const lane of lanes) lane.close();
    ring();
    await work;
    const parts = [listener, ...housekeeping].map((part) => part.stop());
    await Promise.all([...parts, ...lanes.map((lane) => lane.stop(graceMs))]);
    await meterOf(db).flush().catch(complain('measures could not be told'));
    await signOff(db, id).catch(complain('the worker could not sign off'));
  };
  let stopped: Promise<void> | undefined;
  return {
    id,
    stop(stopOptions = {}) {
      stopped ??= stop(stopOptions.graceMs);
      return stopped;
    },
  };
}
