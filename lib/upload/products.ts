import { z } from 'zod';
import { type ProductRow, unsafeFindProduct, unsafeListProducts } from '#db/queries/products.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { decodeCursor, pageOf } from '#lib/cursor.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { Product, ProductQuery } from './product-schema.ts';

/** Every product, for staff; members read products through the catalog. */
export async function listProducts(
  services: Services,
  caller: Caller,
  query: ProductQuery,
): Promise<{ items: Product[]; next_cursor: string | null }> {
  requirePermission(caller.actor, 'library.read');
  const after = decodeCursor(query.cursor, z.tuple([z.string(), z.uuid()]));
  const rows = await unsafeListProducts(services.db, {
    limit: query.limit,
    search: query.q,
    after: after && { name: after[0], id: after[1] },
  });
  return pageOf(
    rows,
    query.limit,
    (row) => toProduct(services, row),
    (row) => [row.name, row.id],
  );
}

export async function getProduct(
  services: Services,
  caller: Caller,
  input: { productId: string },
): Promise<Product> {
  requirePermission(caller.actor, 'library.read');
  const row = await unsafeFindProduct(services.db, input.productId);
  if (!row) throw notFound('product');
  return toProduct(services, row);
}

function toProduct(services: Services, row: ProductRow): Product {
  const { id, name, sku, created_at, hero_asset_id, photo_count } = row;
  const photo_limit = services.env.MAX_PHOTOS_PER_PRODUCT;
  return { id, name, sku, created_at: created_at.toISOString(), hero_asset_id, photo_count, photo_limit };
}
