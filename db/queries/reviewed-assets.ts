import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

const now = sql<Date>`clock_timestamp()`;

/** Whoever changes an asset's approval, texts or bin state holds this lock. */
export async function lockAsset(trx: Trx, id: string) {
  return trx
    .selectFrom('assets')
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .select(['id', 'product_id', 'status', 'title', 'alt_text', 'filename', 'binned_at'])
    .forUpdate()
    .executeTakeFirst();
}

export async function unsafeFindProductOf(db: Database | Trx, assetId: string): Promise<string | undefined> {
  const row = await db.selectFrom('assets').where('id', '=', assetId).select('product_id').executeTakeFirst();
  return row?.product_id;
}

export async function hasVersion(db: Database | Trx, assetId: string, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('asset_versions')
    .where('asset_id', '=', assetId)
    .where('number', '=', number)
    .select('number')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAssetTexts(
  trx: Trx,
  id: string,
  texts: { title?: string | undefined; alt_text?: string | undefined },
): Promise<void> {
  await trx
    .updateTable('assets')
    .set({ ...texts, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Into the bin, with who put it there; with null, out of it. */
export async function updateBinned(
  trx: Trx,
  id: string,
  binned: { by: string | null } | null,
): Promise<void> {
  await trx
    .updateTable('assets')
    .set({ binned_at: binned ? now : null, binned_by: binned?.by ?? null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Ids of a product's assets outside the bin. */
export async function listUnbinnedIds(db: Database | Trx, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .where('product_id', '=', productId)
    .where('binned_at', 'is', null)
    .select('id')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives each the place that it has in the list. */
export async function updatePositions(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    update assets set position = ordered.place, updated_at = clock_timestamp()
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, place)
    where assets.id = ordered.id and assets.position <> ordered.place`.execute(trx);
}

export async function updateHero(trx: Trx, productId: string, assetId: string | null): Promise<void> {
  await trx.updateTable('products').set({ hero_asset_id: assetId }).where('id', '=', productId).execute();
}
