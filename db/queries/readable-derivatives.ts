import type { Database, Trx } from '#db/client.ts';

export interface DerivativeNames {
  audience: string;
  sourceHashes: readonly string[];
  policyVersions: readonly number[];
  /** Left out: every format. */
  format?: string | undefined;
}

/** Published files by the parts of their names. Says nothing of who may see them. */
export async function unsafeListDerivatives(db: Database | Trx, names: DerivativeNames) {
  if (names.sourceHashes.length === 0 || names.policyVersions.length === 0) return [];
  return db
    .selectFrom('derivatives')
    .select([
      'source_hash',
      'audience',
      'policy_version',
      'format',
      'media_type',
      'width',
      'height',
      'byte_size',
    ])
    .where('audience', '=', names.audience)
    .where('source_hash', 'in', names.sourceHashes)
    .where('policy_version', 'in', names.policyVersions)
    .where('retired_at', 'is', null)
    .$if(names.format !== undefined, (query) => query.where('format', '=', names.format ?? ''))
    .execute();
}

/** Remembered failures of one version. */
export async function unsafeListDerivativeFailures(
  db: Database | Trx,
  names: Omit<DerivativeNames, 'policyVersions'> & { policyVersion: number },
) {
  if (names.sourceHashes.length === 0) return [];
  return db
    .selectFrom('derivative_failures')
    .select(['source_hash', 'format', 'code', 'message'])
    .where('audience', '=', names.audience)
    .where('source_hash', 'in', names.sourceHashes)
    .where('policy_version', '=', names.policyVersion)
    .$if(names.format !== undefined, (query) => query.where('format', '=', names.format ?? ''))
    .execute();
}

/** Live jobs by their dedup keys. */
export async function unsafeListLiveDeriveJobs(db: Database | Trx, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('jobs')
    .select(['id', 'dedup_key'])
    .where('queue', '=', 'derive')
    .where('dedup_key', 'in', keys)
    .execute();
}
