import type { Insertable } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { AssetVersionsTable } from '#db/tables.ts';

/** Versions are immutable: there is an insert and no update. */
export async function insertAssetVersion(
  trx: Trx,
  version: Pick<
    Insertable<AssetVersionsTable>,
    'asset_id' | 'number' | 'kind' | 'master_sha256' | 'source_hash'
  >,
): Promise<void> {
  await trx.insertInto('asset_versions').values(version).execute();
}
