import type { Database, Trx } from '#db/client.ts';

/** A policy version in full, with the state it has by now. */
export async function findPolicyVersion(db: Database | Trx, audience: string, version: number) {
  return db
    .selectFrom('policy_versions')
    .innerJoin('policy_version_states as states', (join) =>
      join
        .onRef('states.audience', '=', 'policy_versions.audience')
        .onRef('states.version', '=', 'policy_versions.version'),
    )
    .where('policy_versions.audience', '=', audience)
    .where('policy_versions.version', '=', version)
    .select([
      'policy_versions.audience',
      'policy_versions.version',
      'policy_versions.note',
      'policy_versions.contracts',
      'policy_versions.created_at',
      'states.state',
    ])
    .executeTakeFirst();
}

/** What ingest found out about a master: its shape as people see it, and facts, which have its rights line. */
export async function findMasterFacts(db: Database | Trx, sha256: string) {
  return await db
    .selectFrom('masters')
    .select(['facts', 'width', 'height', 'media_type'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** A version of an asset, the newest where none is named. For staff, who may see every asset. */
export async function unsafeFindVersionSource(db: Database | Trx, assetId: string, version?: number) {
  return db
    .selectFrom('asset_versions')
    .where('asset_id', '=', assetId)
    .$if(version !== undefined, (query) => query.where('number', '=', version ?? 0))
    .select(['source_hash', 'master_sha256', 'edits'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
