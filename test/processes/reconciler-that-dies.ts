import { env } from '#lib/env.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createServices } from '#lib/services.ts';

/** A worker that reconciles without any grace and is killed at the nth deletion: before it, or `after` it. */
const [, , nth, moment] = process.argv;
const services = createServices({ ...env(), ORPHAN_GRACE_MINUTES: -1 }, 'worker');
const remove = services.store.delete;
let deletions = 0;
services.store.delete = async (key) => {
  deletions += 1;
  const isLast = deletions === Number(nth);
  if (!isLast || moment === 'after') await remove(key);
  if (!isLast) return;
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => undefined);
};
startWorker(services, jobHandlers, { queues: ['inspect'] });
