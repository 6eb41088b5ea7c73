import type { Caller } from './actor.ts';

/** Who stands in `_by` columns; null where the installation itself acts. */
export function personId({ actor }: Caller): string | null {
  return actor.kind === 'person' ? actor.id : null;
}
