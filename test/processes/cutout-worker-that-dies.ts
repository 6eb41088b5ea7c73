import { env } from '#lib/env.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createServices } from '#lib/services.ts';

/**
 * A worker that is killed once a background is removed: before anything of it is written, or (`after-write`) when the
 * master is in the store and its row is not.
 */
const services = createServices(env(), 'worker');
const moment = process.argv[2];
const { put } = services.store;
services.store.put = async (...call) => {
  if (moment === 'after-write') {
    const answer = await put(...call);
    if (!call[0].startsWith('masters/')) return answer;
  }
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => undefined);
};
startWorker(services, jobHandlers, { queues: ['cutout'] });
