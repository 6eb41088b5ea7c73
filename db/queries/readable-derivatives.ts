import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { PolicyVersionState, Retirement } from '#lib/lifecycle.ts';
import { type Reader, readableVersions } from './readable-versions.ts';

export interface DerivativeNames {
  audience: string;
  sourceHashes: readonly string[];
  policyVersions: readonly number[];
  /** Left out: every format. */
  format?: string | undefined;
}

/**
 * Published files by the parts of their names, for which the first version is the one that is wanted. Where somebody
 * took that version's file out of use by hand, none of another version stands in for it. Says nothing of who may see
 * them.
 */
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
    .where(
      sql<boolean>`not exists (
        select from derivatives taken
        where taken.source_hash = derivatives.source_hash and taken.audience = derivatives.audience
          and taken.format = derivatives.format and taken.policy_version = ${names.policyVersions[0] ?? 0}
          and taken.retired_why in ('by_hand', 'master_removed'))`,
    )
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

export interface ReadableFile {
  asset_id: string;
  title: string;
  filename: string;
  object_key: string;
  media_type: string;
  master_sha256: string;
  manifest: object;
  made_at: Date;
  /** Out of use: the caller says why instead of giving it. */
  retired_why: Retirement | null;
  version_state: PolicyVersionState;
}

/**
 * A published file, where some asset that the reader may see has it as an approved, in-window version. `assetId`
 * is preferred where several do: its name becomes the file's.
 */
export async function findReadableDerivative(
  db: Database | Trx,
  reader: Reader,
  name: { sourceHash: string; policyVersion: number; format: string; assetId?: string | undefined },
): Promise<ReadableFile | undefined> {
  return readableVersions(db, reader)
    .innerJoin('derivatives', (join) =>
      join
        .onRef('derivatives.source_hash', '=', 'asset_versions.source_hash')
        .onRef('derivatives.audience', '=', 'approval_audiences.audience'),
    )
    .innerJoin('policy_version_states', (join) =>
      join
        .onRef('policy_version_states.audience', '=', 'derivatives.audience')
        .onRef('policy_version_states.version', '=', 'derivatives.policy_version'),
    )
    .where('derivatives.source_hash', '=', name.sourceHash)
    .where('derivatives.policy_version', '=', name.policyVersion)
    .where('derivatives.format', '=', name.format)
    .select([
      'assets.id as asset_id',
      'assets.title',
      'assets.filename',
      'derivatives.object_key',
      'derivatives.media_type',
      'derivatives.master_sha256',
      'derivatives.manifest',
      'derivatives.made_at',
      'derivatives.retired_why',
      'policy_version_states.state as version_state',
    ])
    .orderBy(sql`(assets.id is not distinct from ${name.assetId ?? null}::uuid)`, 'desc')
    .orderBy('assets.created_at')
    .orderBy('assets.id')
    .limit(1)
    .executeTakeFirst();
}

/** The source of an asset's approved version, where the reader may see it. */
export async function findReadableSource(db: Database | Trx, reader: Reader, assetId: string) {
  return readableVersions(db, reader)
    .where('assets.id', '=', assetId)
    .select(['asset_versions.source_hash', 'asset_versions.master_sha256', 'asset_versions.edits'])
    .executeTakeFirst();
}

/** Whoever may see the file, and whether or not anyone still may. */
export async function unsafeFindManifest(
  db: Database | Trx,
  key: { source_hash: string; audience: string; policy_version: number; format: string },
): Promise<object | undefined> {
  const row = await db
    .selectFrom('derivatives')
    .select('manifest')
    .where('source_hash', '=', key.source_hash)
    .where('audience', '=', key.audience)
    .where('policy_version', '=', key.policy_version)
    .where('format', '=', key.format)
    .executeTakeFirst();
  return row?.manifest;
}
