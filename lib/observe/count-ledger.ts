import { countLedger } from '#db/queries/metric-facts.ts';
import type { Duty } from '#lib/jobs/run-duties.ts';

/** Reads whole tables, so it comes round seldom. */
export const countingDuty: Duty = {
  name: 'count sources and what was published of them',
  everyMs: 5 * 60_000,
  run: ({ db }) => countLedger(db),
};
