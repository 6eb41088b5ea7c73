import { listAudienceRows } from '#db/queries/audiences.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { findReadingPolicies } from './find-reading-policy.ts';
import type { OutputContract } from './output-contract.ts';

export interface ActivePolicy {
  audience: { slug: string; name: string; purpose: string; icon: string; hue: string };
  /** Null where nothing is active, or where a suspension left nothing to read. */
  policy_version: number | null;
  contracts: OutputContract[];
}

/** What each audience would be given now, in the audiences' order: the columns of the review and asset pages. */
export async function getActivePolicies({ db }: Services, caller: Caller): Promise<ActivePolicy[]> {
  requirePermission(caller.actor, 'policy.read');
  const [rows, policies] = await Promise.all([listAudienceRows(db), findReadingPolicies(db)]);
  return rows.map(({ slug, name, purpose, icon, hue }) => {
    const policy = policies.get(slug);
    const reads = policy?.state === 'reads' ? policy : undefined;
    return {
      audience: { slug, name, purpose, icon, hue },
      policy_version: reads?.version ?? null,
      contracts: reads?.contracts ?? [],
    };
  });
}
