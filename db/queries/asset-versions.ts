import type { Insertable } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { AssetVersionsTable } from '#db/tables.ts';

/** Versions are immutable: there is an insert and no update. */
export async function insertAssetVersion(
  trx: Trx,
  version: Omit<Insertable<AssetVersionsTable>, 'created_at'>,
): Promise<void> {
  await trx.insertInto('asset_versions').values(version).execute();
}

/** The caller holds the asset's lock. */
export async function nextVersionNumber(trx: Trx, assetId: string): Promise<number> {
  const { newest } = await trx
    .selectFrom('asset_versions')
    .where('asset_id', '=', assetId)
    .select((eb) => eb.fn.max('number').as('newest'))
    .executeTakeFirstOrThrow();
  return (newest ?? 0) + 1;
}
