import { insertQueueSamples } from '#db/queries/queue-samples.ts';
import type { Duty } from '#lib/jobs/run-duties.ts';

/** How far the plots go back. */
const keepDays = 3;

/** Also taken by whoever looks at the queues, so that a stand-still of all workers is seen, too. */
export const samplingDuty: Duty = {
  name: 'sample the queues',
  everyMs: 15_000,
  run: ({ db }) => insertQueueSamples(db, keepDays),
};
