import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';

/** The id of the person who uploads. An upload belongs to a person, so the system itself has none. */
export function uploadOwner(caller: Caller): string {
  requirePermission(caller.actor, 'asset.upload');
  if (caller.actor.kind !== 'person') throw new Problem('forbidden', 'Only a person can upload.');
  return caller.actor.id;
}
