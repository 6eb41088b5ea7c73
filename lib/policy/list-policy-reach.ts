import { countPromisedFiles } from '#db/queries/policy-reach.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';

/** What a version would have to make, or has made, for the photos that its audience may be given by now. */
export interface PolicyReach {
  version: number;
  photos: number;
  /** Files that are made without anyone asking for them. */
  promised: number;
  made: number;
  failed: number;
}

/** Of every version of an audience, so that a page can say what an activation will do before it is done. */
export async function listPolicyReach(
  { db }: Services,
  caller: Caller,
  { audience }: { audience: string },
): Promise<PolicyReach[]> {
  requirePermission(caller.actor, 'policy.read');
  return countPromisedFiles(db, audience);
}
