import type { Trx } from '#db/client.ts';
import { lockProduct, unsafeFindProduct } from '#db/queries/products.ts';
import { listUnbinnedIds, updateHero, updatePositions } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Puts these photos first, in this order; those of the product that are not named follow as they stood. */
export async function reorderAssets(
  { db }: Services,
  caller: Caller,
  { productId, assetIds }: { productId: string; assetIds: readonly string[] },
): Promise<{ asset_ids: string[] }> {
  requirePermission(caller.actor, 'product.edit');
  return db.transaction().execute(async (trx) => {
    const standing = await lockPhotos(trx, productId);
    const named = [...new Set(assetIds)];
    if (named.some((id) => !standing.includes(id))) throw foreign();
    const ordered = [...named, ...standing.filter((id) => !named.includes(id))];
    await updatePositions(trx, ordered);
    await recordAudit(trx, caller, {
      action: 'product.reordered',
      subjectKind: 'product',
      subjectId: productId,
      detail: { asset_ids: ordered },
    });
    return { asset_ids: ordered };
  });
}

/** Chooses the photo by which a product is shown; with null, its first. Who may not see it is shown the first. */
export async function setHero(
  { db }: Services,
  caller: Caller,
  { productId, assetId }: { productId: string; assetId: string | null },
): Promise<{ hero_asset_id: string | null }> {
  requirePermission(caller.actor, 'product.edit');
  return db.transaction().execute(async (trx) => {
    const standing = await lockPhotos(trx, productId);
    if (assetId !== null && !standing.includes(assetId)) throw foreign();
    await updateHero(trx, productId, assetId);
    await recordAudit(trx, caller, {
      action: 'product.hero_chosen',
      subjectKind: 'product',
      subjectId: productId,
      detail: { asset_id: assetId },
    });
    return { hero_asset_id: assetId };
  });
}

async function lockPhotos(trx: Trx, productId: string): Promise<string[]> {
  if (!(await unsafeFindProduct(trx, productId))) throw notFound('product');
  await lockProduct(trx, productId);
  return listUnbinnedIds(trx, productId);
}

function foreign(): Problem {
  return new Problem('invalid_request', 'A photo in the list is not one of this product: reload the page.');
}
