import type { Trx } from '#db/client.ts';
import { countPhotos, lockProduct } from '#db/queries/products.ts';
import { lockAsset, unsafeFindProductOf, updateBinned } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Into the bin, where no audience sees it. Its approval stands, so bringing it back undoes this whole. */
export async function binAsset(
  { db }: Services,
  caller: Caller,
  { assetId }: { assetId: string },
): Promise<{ binned: boolean }> {
  requirePermission(caller.actor, 'asset.bin');
  return db.transaction().execute(async (trx) => {
    const asset = await lockWithProduct(trx, assetId);
    if (asset.binned_at) return { binned: false };
    await updateBinned(trx, assetId, { by: personId(caller) });
    await recordAudit(trx, caller, { action: 'asset.binned', subjectKind: 'asset', subjectId: assetId });
    return { binned: true };
  });
}

/** Out of the bin, where its product still has room for it. */
export async function restoreAsset(
  { db, env }: Services,
  caller: Caller,
  { assetId }: { assetId: string },
): Promise<{ restored: boolean }> {
  requirePermission(caller.actor, 'asset.bin');
  return db.transaction().execute(async (trx) => {
    const asset = await lockWithProduct(trx, assetId);
    if (!asset.binned_at) return { restored: false };
    const limit = env.MAX_PHOTOS_PER_PRODUCT;
    const counts = asset.status === 'PROCESSING' || asset.status === 'READY';
    if (counts && (await countPhotos(trx, asset.product_id)) >= limit)
      throw new Problem(
        'product_full',
        `The product has ${limit} photos already: put another one into the bin first.`,
        { details: { limit } },
      );
    await updateBinned(trx, assetId, null);
    await recordAudit(trx, caller, { action: 'asset.restored', subjectKind: 'asset', subjectId: assetId });
    return { restored: true };
  });
}

/** The product before the asset, as registration locks them: so the count holds and nobody waits in a circle. */
async function lockWithProduct(trx: Trx, assetId: string) {
  const productId = await unsafeFindProductOf(trx, assetId);
  if (!productId) throw notFound('asset');
  await lockProduct(trx, productId);
  const asset = await lockAsset(trx, assetId);
  if (!asset) throw notFound('asset');
  return asset;
}
