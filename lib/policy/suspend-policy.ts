import { randomUUID } from 'node:crypto';
import { lockAudience } from '#db/queries/audiences.ts';
import { insertSuspension } from '#db/queries/policy-decisions.ts';
import { listVersionStates } from '#db/queries/policy-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { isReadable, readingVersion, type VersionState } from './reading-version.ts';

export interface Suspension {
  audience: string;
  policyVersion: number;
  /** Another version that was active before and is not suspended; null: nothing is given out. */
  fallback: number | null;
  reason: string;
}

/**
 * Takes a version out of use: no new jobs, and reads go to the fallback, whose promised files are made where they
 * are missing. Jobs under a lease end by themselves; what they publish is not read.
 */
export async function suspendPolicy(
  services: Services,
  caller: Caller,
  { audience, policyVersion, fallback, reason }: Suspension,
): Promise<{ audience: string; policy_version: number; fallback_version: number | null }> {
  requirePermission(caller.actor, 'policy.write');
  return services.db.transaction().execute(async (trx) => {
    if (!(await lockAudience(trx, audience))) throw notFound('audience');
    const before = await listVersionStates(trx, [audience]);
    const suspended = before.find(({ version }) => version === policyVersion);
    if (!suspended) throw notFound('policy version');
    if (suspended.state === 'draft')
      throw new Problem(
        'conflict',
        `Version ${policyVersion} was never active: there is nothing to suspend.`,
      );
    const standIn = fallback === null ? null : before.find(({ version }) => version === fallback);
    if (standIn === undefined) throw notFound('fallback version');
    if (standIn && (fallback === policyVersion || !isReadable(standIn)))
      throw new Problem(
        'conflict',
        'The fallback must be another version that was active and is not suspended.',
      );

    const readBefore = readVersion(before);
    await insertSuspension(trx, { audience, version: policyVersion, fallback, reason, by: personId(caller) });
    const read = readVersion(await listVersionStates(trx, [audience]));
    // Also where the suspended version only stood in for another: what is read by now must be made.
    if (read !== undefined && read !== readBefore)
      await publishEvent(services, trx, {
        eventId: randomUUID(),
        type: 'PolicyActivated',
        key: audience,
        payload: { audience, policy_version: read },
        caller,
      });
    await recordAudit(trx, caller, {
      action: 'policy.suspended',
      subjectKind: 'audience',
      subjectId: audience,
      detail: { version: policyVersion, fallback, reason },
    });
    return { audience, policy_version: policyVersion, fallback_version: fallback };
  });
}

function readVersion(states: readonly VersionState[]): number | undefined {
  const reading = readingVersion(states);
  return reading.state === 'reads' ? reading.version : undefined;
}
