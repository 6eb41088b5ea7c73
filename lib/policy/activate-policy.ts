import { randomUUID } from 'node:crypto';
import { lockAudience } from '#db/queries/audiences.ts';
import { insertActivation } from '#db/queries/policy-decisions.ts';
import { findPolicyContracts, listVersionStates } from '#db/queries/policy-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { refuseUndrawableMarks } from './refuse-undrawable-marks.ts';
import { storedContracts } from './stored-contracts.ts';

export interface Activation {
  audience: string;
  policyVersion: number;
  /** The version that the caller saw as the active one; null for the first activation. */
  expectedActive: number | null;
  reason: string;
}

/**
 * Makes a version the one that an audience is given. With an older version it is the rollback, with a suspended one
 * it ends the suspension. The expectation is compared under a lock on the audience: of two people who saw the same
 * version active, one gets 409 and looks again.
 */
export async function activatePolicy(
  services: Services,
  caller: Caller,
  { audience, policyVersion, expectedActive, reason }: Activation,
): Promise<{ audience: string; policy_version: number; replaced_version: number | null }> {
  requirePermission(caller.actor, 'policy.write');
  await tryDraft(services, audience, policyVersion);
  return services.db.transaction().execute(async (trx) => {
    if (!(await lockAudience(trx, audience))) throw notFound('audience');
    const states = await listVersionStates(trx, [audience]);
    const wanted = states.find(({ version }) => version === policyVersion);
    if (!wanted) throw notFound('policy version');
    const replaced = states.find(({ is_current }) => is_current)?.version ?? null;
    if (replaced !== expectedActive) throw activationConflict(replaced);
    if (wanted.state === 'active')
      throw new Problem('conflict', `Version ${policyVersion} is active already.`);

    await insertActivation(trx, { audience, version: policyVersion, replaced, reason, by: personId(caller) });
    await publishEvent(services, trx, {
      eventId: randomUUID(),
      type: 'PolicyActivated',
      key: audience,
      payload: { audience, policy_version: policyVersion },
      caller,
    });
    await recordAudit(trx, caller, {
      action: 'policy.activated',
      subjectKind: 'audience',
      subjectId: audience,
      detail: { version: policyVersion, replaced, reason },
    });
    return { audience, policy_version: policyVersion, replaced_version: replaced };
  });
}

/**
 * A draft may be older than the trial of marks, or than today's fonts. A version that was active before is not held
 * to it again: a rollback must work, and the files that it made are there.
 */
async function tryDraft(services: Services, audience: string, version: number): Promise<void> {
  const states = await listVersionStates(services.db, [audience]);
  if (states.find((each) => each.version === version)?.state !== 'draft') return;
  const [stored] = await findPolicyContracts(services.db, [{ audience, version }]);
  if (stored) await refuseUndrawableMarks(services, storedContracts(stored.contracts));
}

function activationConflict(active: number | null): Problem {
  const now = active === null ? 'no version is active yet' : `version ${active} is active`;
  return new Problem(
    'activation_conflict',
    `By now ${now}. Look at what changed, then activate again naming that version as expected.`,
    { details: { active_version: active } },
  );
}
