import type { Database } from '#db/client.ts';
import { listDeadIds } from '#db/queries/dead-jobs.ts';
import { Problem } from '#lib/errors.ts';
import type { DeadFilter } from './dead-filter.ts';

export interface DeadSettled {
  settled: number;
  /** Why some were left where they are, each sentence once. */
  refused: string[];
  /** Open letters of this filter that were not reached. */
  more: boolean;
}

/**
 * Settles each letter of a filter in a transaction of its own, the longest dead first: one that is refused keeps none
 * of the others, and somebody else who settles the same ones at the same time only halves the work. `settle` answers
 * false for a letter that is no longer open.
 */
export async function settleDead(
  db: Database,
  filter: DeadFilter,
  limit: number,
  settle: (id: string) => Promise<boolean>,
): Promise<DeadSettled> {
  // Listed once: what dies again while this runs is not met a second time.
  const ids = await listDeadIds(db, filter, limit + 1);
  const refused = new Set<string>();
  let settled = 0;
  for (const id of ids.slice(0, limit)) {
    try {
      if (await settle(id)) settled += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.add(error.message);
    }
  }
  return { settled, refused: [...refused], more: ids.length > limit };
}
