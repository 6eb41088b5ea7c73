import type { Caller } from '#lib/auth/actor.ts';

/** Who stands in `_by` columns; null where the installation itself acts. */
export function personId({ actor }: Caller): string | null {
  return actor.kind === 'person' ? actor.id : null;
}
