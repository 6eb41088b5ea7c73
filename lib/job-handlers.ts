import { deriveHandler } from './derive/derive-handler.ts';
import { planHandler } from './derive/plan-handler.ts';
import { ingestHandler } from './ingest/ingest-handler.ts';
import type { JobHandlers } from './jobs/job.ts';

/** Who does the work of each queue: with `lib/duties.ts` the only place where the stages are put together. */
export const jobHandlers: JobHandlers = {
  ingest: ingestHandler,
  plan: planHandler,
  derive: deriveHandler,
};
