import { duties } from '#lib/duties.ts';
import { env } from '#lib/env.ts';
import { startEventFlow } from '#lib/events/start-event-flow.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { startTracing } from '#lib/observe/tracing.ts';
import { createServices } from '#lib/services.ts';
import { followParent } from '#local/parent.ts';
import { loadSettings } from './load-settings.ts';

/** Below the grace of whoever sends SIGTERM: what is aborted is given back and begun again elsewhere. */
const graceMs = 8000;

const services = createServices(loadSettings(env), 'worker');
const tracing = await startTracing(services.env, { part: 'worker', log: services.log });
const worker = startWorker(services, jobHandlers, { duties });
const flow = startEventFlow(services);

followParent(async () => {
  await Promise.all([flow.stop(), worker.stop({ graceMs })]);
  await services.db.destroy();
  await tracing.stop();
}).ready();
