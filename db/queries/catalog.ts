import { type SqlBool, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { like } from './like.ts';
import { type Reader, readableVersions } from './readable-versions.ts';

export interface CatalogProductFilter {
  /** Each must be found in the product's name or SKU, or in the title or alt text of a photo. */
  words: readonly string[];
  before: readonly [newest: string, id: string] | undefined;
  limit: number;
}

/** Products with something to see for the reader, newest first; one row more than `limit` where there are more. */
export async function listCatalogProductRows(
  db: Database | Trx,
  reader: Reader,
  filter: CatalogProductFilter,
) {
  const searched = sql`normalize(concat_ws(' ', products.name, products.sku, assets.title, assets.alt_text), NFKC)`;
  let query = readableVersions(db, reader)
    .innerJoin('products', 'products.id', 'assets.product_id')
    .groupBy('products.id')
    .select(['products.id', 'products.name', 'products.sku'])
    .select([
      sql<number>`count(*)`.as('photo_count'),
      sql<Date>`max(approvals.created_at)`.as('newest_at'),
      sql<string>`max(approvals.created_at)::text`.as('newest_text'),
      sql<string>`(array_agg(assets.id order by
        (assets.id = products.hero_asset_id) desc nulls last, assets.position, assets.created_at, assets.id))[1]`.as(
        'hero_asset_id',
      ),
    ])
    .orderBy(sql`max(approvals.created_at)`, 'desc')
    .orderBy('products.id', 'desc')
    .limit(filter.limit + 1);
  for (const word of filter.words)
    query = query.having(sql<SqlBool>`bool_or(${searched} ilike ${like(word)})`);
  if (filter.before) {
    const [newest, id] = filter.before;
    query = query.having(
      sql<SqlBool>`(max(approvals.created_at), products.id) < (${newest}::timestamptz, ${id}::uuid)`,
    );
  }
  return query.execute();
}

function photoRows(db: Database | Trx, reader: Reader) {
  return readableVersions(db, reader)
    .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
    .select([
      'assets.id as asset_id',
      'assets.title',
      'assets.alt_text',
      'asset_versions.source_hash',
      'masters.width',
      'masters.height',
      'masters.thumb_hash',
    ])
    .orderBy('assets.position')
    .orderBy('assets.created_at')
    .orderBy('assets.id');
}

export async function listCatalogPhotoRows(db: Database | Trx, reader: Reader, productId: string) {
  return photoRows(db, reader).where('assets.product_id', '=', productId).execute();
}

export async function listCatalogPhotosById(db: Database | Trx, reader: Reader, assetIds: readonly string[]) {
  return assetIds.length === 0 ? [] : photoRows(db, reader).where('assets.id', 'in', assetIds).execute();
}

/** Says nothing of who may see it: a product shows only through its readable photos. */
export async function unsafeFindProductName(db: Database | Trx, id: string) {
  return db.selectFrom('products').select(['id', 'name', 'sku']).where('id', '=', id).executeTakeFirst();
}
