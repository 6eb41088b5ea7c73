import type { SampleBin } from '#db/queries/queue-samples.ts';

/** One value a bin, the oldest first; null where nobody looked. */
export interface AudienceHistory {
  waiting: (number | null)[];
  oldestSeconds: (number | null)[];
  done: (number | null)[];
  failed: (number | null)[];
}

/**
 * The samples of one audience, bin by bin. A bin in which others were sampled and this one was not had nothing of it.
 * What was finished is the growth of the totals since the bin before. Pure.
 */
export function historyOf(samples: readonly SampleBin[], audience: string, bins: number): AudienceHistory {
  const looked = new Set(samples.map(({ bin }) => bin));
  const own = new Map(samples.filter((each) => each.audience === audience).map((each) => [each.bin, each]));
  const history: AudienceHistory = { waiting: [], oldestSeconds: [], done: [], failed: [] };
  let before: SampleBin | undefined;
  for (let bin = 0; bin < bins; bin += 1) {
    const sample = own.get(bin);
    const nothing = looked.has(bin) ? 0 : null;
    history.waiting.push(sample?.waiting ?? nothing);
    history.oldestSeconds.push(sample?.oldest_seconds ?? nothing);
    history.done.push(sample ? growth(before?.done_total, sample.done_total) : nothing);
    history.failed.push(sample ? growth(before?.failed_total, sample.failed_total) : nothing);
    before = sample ?? before;
  }
  return history;
}

/** Of the first sample nothing is known to have grown. */
function growth(before: number | undefined, after: number): number {
  return before === undefined ? 0 : Math.max(0, after - before);
}
