import { setTimeout as pause } from 'node:timers/promises';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import type { Services } from '#lib/services.ts';
import { handledBy } from '#test/all-queues.ts';

/** Milliseconds from the call that enqueues a job to the start of its handler, with a worker that has nothing to do. */
export async function startLatencies(services: Services, count: number): Promise<number[]> {
  let started = Promise.withResolvers<number>();
  const handler: JobHandler = {
    async run() {
      started.resolve(performance.now());
      return { state: 'done' };
    },
  };
  const worker = startWorker(services, handledBy(handler));
  const latencies: number[] = [];
  try {
    for (let n = 0; n < count + 10; n += 1) {
      await pause(10 + Math.random() * 20);
      started = Promise.withResolvers<number>();
      const since = performance.now();
      await enqueueJob(services.db, { queue: 'plan', payload: { n } });
      const ms = (await started.promise) - since;
      // The first wait for connections.
      if (n >= 10) latencies.push(ms);
    }
    return latencies;
  } finally {
    await worker.stop();
  }
}
