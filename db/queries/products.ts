import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { like } from './like.ts';

export interface ProductRow {
  id: string;
  name: string;
  sku: string | null;
  created_at: Date;
  hero_asset_id: string | null;
  /** Photos that count towards the limit. */
  photo_count: number;
}

/** How many photos count towards the limit of the product whose id stands in this column. */
export function countedPhotos(productIdColumn: string) {
  return sql<number>`(select count(*) from assets photo where photo.product_id = ${sql.ref(productIdColumn)}
    and photo.status in ('PROCESSING', 'READY') and photo.binned_at is null)`;
}

function selectProducts(db: Database | Trx) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'sku', 'created_at', 'hero_asset_id'])
    .select(countedPhotos('products.id').as('photo_count'));
}

export async function unsafeFindProduct(
  db: Database | Trx,
  productId: string,
): Promise<ProductRow | undefined> {
  return selectProducts(db).where('id', '=', productId).executeTakeFirst();
}

/** By name, one row more than `limit`, so that the caller sees whether there is a next page. */
export async function unsafeListProducts(
  db: Database | Trx,
  page: { limit: number; search?: string | undefined; after?: { name: string; id: string } | undefined },
): Promise<ProductRow[]> {
  const { limit, search, after } = page;
  let query = selectProducts(db)
    .orderBy('name')
    .orderBy('id')
    .limit(limit + 1);
  if (search) {
    const pattern = like(search);
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('sku', 'ilike', pattern)]));
  }
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('name', 'id'), '>', eb.tuple(eb.val(after.name), eb.val(after.id))),
    );
  }
  return query.execute();
}

/** Nothing where another product has the SKU already. */
export async function insertProduct(
  db: Database | Trx,
  product: { id: string; name: string; sku: string | null; createdBy: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('products')
    .values({ id: product.id, name: product.name, sku: product.sku, created_by: product.createdBy })
    .onConflict((conflict) => conflict.constraint('sku_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Whoever changes how many photos a product has holds this lock, so that the limit is counted, never guessed. New
 * uploads may refer to the product meanwhile.
 */
export async function lockProduct(trx: Trx, productId: string): Promise<void> {
  await trx
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The caller holds the product's lock, or only tells a person. */
export async function countPhotos(db: Database | Trx, productId: string): Promise<number> {
  const { photos } = await db
    .selectFrom('products')
    .select(countedPhotos('products.id').as('photos'))
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  return photos;
}
