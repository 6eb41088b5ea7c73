import type { Trx } from '#db/client.ts';
import { insertAudience } from '#db/queries/audiences.ts';
import { insertActivation } from '#db/queries/policy-decisions.ts';
import { insertPolicyVersion } from '#db/queries/policy-versions.ts';
import { policyContracts } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

/**
 * The audiences a new installation starts with, each with version 1 active. An audience that is there is left as it
 * is, so this can run at every start. Answers the slugs that were added.
 */
export async function seedAudiences(trx: Trx): Promise<string[]> {
  const added: string[] = [];
  for (const { slug, name, purpose, icon, hue, note, contracts } of seededPolicies) {
    if (!(await insertAudience(trx, { slug, name, purpose, icon, hue }))) continue;
    const version = await insertPolicyVersion(trx, {
      audience: slug,
      contracts: policyContracts.parse(contracts),
      note,
      createdBy: null,
    });
    // No event: with an audience that is new, nothing can be approved for it yet.
    await insertActivation(trx, { audience: slug, version, replaced: null, reason: note, by: null });
    added.push(slug);
  }
  return added;
}
