import { cutoutHandler } from './cutout/cutout-handler.ts';
import { deriveHandler } from './derive/derive-handler.ts';
import { planHandler } from './derive/plan-handler.ts';
import { messageHandler } from './events/message-handler.ts';
import { ingestHandler } from './ingest/ingest-handler.ts';
import { keepMaster } from './ingest/keep-master.ts';
import type { JobHandlers } from './jobs/job.ts';
import { inspectHandler } from './repair/inspect-handler.ts';
import { registerArrival } from './upload/register-arrival.ts';
import { webhookHandler } from './webhooks/webhook-handler.ts';

/** Who does the work of each queue: with `lib/duties.ts` the only place where the stages are put together. */
export const jobHandlers: JobHandlers = {
  ingest: ingestHandler(registerArrival),
  plan: planHandler,
  derive: deriveHandler,
  cutout: cutoutHandler(keepMaster),
  webhook: webhookHandler,
  message: messageHandler,
  inspect: inspectHandler,
};
