import { env } from '#lib/env.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createServices } from '#lib/services.ts';

/**
 * A worker that is killed the moment a derivative is verified: before its file is written, or (`after-write`) when
 * file and manifest are in the store and the row is not.
 */
const services = createServices(env(), 'worker');
const moment = process.argv[2];
let written = 0;
const { put } = services.store;
services.store.put = async (...call) => {
  if (moment === 'after-write') {
    const answer = await put(...call);
    written += 1;
    if (written < 2) return answer;
  }
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => undefined);
};
startWorker(services, jobHandlers, { queues: ['derive'] });
