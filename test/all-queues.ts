import type { JobHandler, JobHandlers } from '#lib/jobs/job.ts';
import { queueNames } from '#lib/jobs/queues.ts';

/** The same handler for every queue. */
export function handledBy(handler: JobHandler): JobHandlers {
  return Object.fromEntries(queueNames.map((queue) => [queue, handler])) as unknown as JobHandlers;
}
