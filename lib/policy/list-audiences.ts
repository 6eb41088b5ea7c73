import { countAudienceWork, listAudienceRows } from '#db/queries/audiences.ts';
import { listVersionStates } from '#db/queries/policy-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { findReadingPolicies } from './find-reading-policy.ts';
import type { OutputContract } from './output-contract.ts';

export interface AudienceSummary {
  slug: string;
  name: string;
  purpose: string;
  icon: string;
  hue: string;
  /** The version of the last activation, and what a new activation names as the one it expects to replace. */
  active_version: number | null;
  /** `none`: nothing was activated yet. `suspended`: files are read from `reading_version`, or not at all. */
  state: 'active' | 'suspended' | 'none';
  /** The version whose files are read: the active one, or the fallback of its suspension. */
  reading_version: number | null;
  contracts: OutputContract[];
  versions: number;
  /** Published files of the version that is read. */
  files: number;
  /** Files that wait to be made, and files that could not be made, of the version that is read. */
  queued: number;
  failed: number;
}

/** Every audience with what it is given by now. */
export async function listAudiences({ db }: Services, caller: Caller): Promise<AudienceSummary[]> {
  requirePermission(caller.actor, 'policy.read');
  const [rows, states, policies] = await Promise.all([
    listAudienceRows(db),
    listVersionStates(db),
    findReadingPolicies(db),
  ]);
  const reads = [...policies].flatMap(([audience, policy]) =>
    policy.state === 'reads' ? [{ audience, version: policy.version }] : [],
  );
  const work = new Map((await countAudienceWork(db, reads)).map((row) => [row.audience, row]));
  return rows.map(({ slug, name, purpose, icon, hue }) => {
    const own = states.filter((state) => state.audience === slug);
    const current = own.find((state) => state.is_current);
    const policy = policies.get(slug) ?? { state: 'none' as const };
    return {
      slug,
      name,
      purpose,
      icon,
      hue,
      active_version: current?.version ?? null,
      state: current ? (current.state === 'suspended' ? 'suspended' : 'active') : 'none',
      reading_version: policy.state === 'reads' ? policy.version : null,
      contracts: policy.state === 'reads' ? policy.contracts : [],
      versions: own.length,
      files: work.get(slug)?.files ?? 0,
      queued: work.get(slug)?.queued ?? 0,
      failed: work.get(slug)?.failed ?? 0,
    };
  });
}
