import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import { remakeDerivative } from './remake-derivative.ts';

/** One file made anew because a person wants it, which also brings a retired one back. */
export async function requestRemake(
  services: Services,
  caller: Caller,
  input: DerivativeKey & { reason: string; acceptsNewBytes: boolean },
): Promise<{ requested: true }> {
  requirePermission(caller.actor, 'derivative.retire');
  if (!(await remakeDerivative(services, caller, input)))
    throw new Problem('conflict', 'This file is being made anew already.');
  return { requested: true };
}
