import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { findRemovers } from './removers/find-removers.ts';
import type { RemoverFacts } from './removers/remover.ts';

/** The removers one can choose from, the built-in one first. */
export function listRemovers({ env }: Services, caller: Caller): RemoverFacts[] {
  requirePermission(caller.actor, 'library.read');
  return findRemovers(env).map(({ modulePath, ...facts }) => facts);
}
