import {
  unsafeListDerivativeFailures,
  unsafeListDerivatives,
  unsafeListLiveDeriveJobs,
} from '#db/queries/readable-derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { type DerivativeKey, derivativeName } from '#lib/policy/derivative-job.ts';
import { findReadingPolicies, type ReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Services } from '#lib/services.ts';

/** `on_demand`: nobody has asked for it yet. `missing`: it should be there or be made, and is neither. */
export type AssetFileState = 'published' | 'queued' | 'failed' | 'on_demand' | 'missing';

export interface AssetFile extends DerivativeKey {
  state: AssetFileState;
  /** Of a published file. */
  bytes: number | null;
  /** Why it could not be made. */
  message: string | null;
}

type ReadPolicy = Extract<ReadingPolicy, { state: 'reads' }>;

/** The files of one source for each audience, by the policy versions that are read now. Staff's eyes only. */
export async function listAssetFiles(
  { db }: Services,
  caller: Caller,
  { sourceHash, audiences }: { sourceHash: string; audiences: readonly string[] },
): Promise<AssetFile[]> {
  requirePermission(caller.actor, 'library.read');
  const policies = await findReadingPolicies(db, audiences);
  const lists = await Promise.all(
    [...policies].map(([audience, policy]) =>
      policy.state === 'reads' ? listFiles(db, sourceHash, audience, policy) : [],
    ),
  );
  return lists.flat();
}

async function listFiles(
  db: Services['db'],
  sourceHash: string,
  audience: string,
  { version, contracts }: ReadPolicy,
): Promise<AssetFile[]> {
  const keys = contracts.map((contract) => ({
    contract,
    key: { source_hash: sourceHash, audience, policy_version: version, format: contract.format },
  }));
  const sourceHashes = [sourceHash];
  const [files, failures, jobs] = await Promise.all([
    unsafeListDerivatives(db, { audience, sourceHashes, policyVersions: [version] }),
    unsafeListDerivativeFailures(db, { audience, sourceHashes, policyVersion: version }),
    unsafeListLiveDeriveJobs(
      db,
      keys.map(({ key }) => derivativeName(key)),
    ),
  ]);
  return keys.map(({ contract, key }) => {
    const file = files.find(({ format }) => format === key.format);
    const failure = failures.find(({ format }) => format === key.format);
    const isQueued = jobs.some(({ dedup_key }) => dedup_key === derivativeName(key));
    return {
      ...key,
      state: file ? 'published' : failure ? 'failed' : isQueued ? 'queued' : absent(contract),
      bytes: file?.byte_size ?? null,
      message: file ? null : (failure?.message ?? null),
    };
  });
}

function absent({ render }: OutputContract): AssetFileState {
  return render === 'on_demand' ? 'on_demand' : 'missing';
}
