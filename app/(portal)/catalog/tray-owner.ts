import type { Caller } from '#lib/auth/actor.ts';

/** Whose selection a tab holds. */
export function trayOwner({ actor }: Caller): string {
  return actor.kind === 'person' ? actor.id : 'public';
}
