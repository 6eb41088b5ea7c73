'use server';

import { z } from 'zod';
import { action } from '#lib/action.ts';
import { dismissFailure } from '#lib/ingest/dismiss-failure.ts';
import { retryIngest } from '#lib/ingest/retry-ingest.ts';
import { reorderAssets, setHero } from '#lib/review/arrange-product.ts';
import { binAsset, restoreAsset } from '#lib/review/bin-asset.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { createProduct } from '#lib/upload/create-product.ts';
import { newProduct } from '#lib/upload/product-schema.ts';
import { retryUpload } from '#lib/upload/retry-upload.ts';

const oneAsset = z.object({ asset_id: z.uuid() });

export const createProductAction = action(
  { permission: 'product.create', schema: newProduct },
  async ({ services, caller, input }) => createProduct(services, caller, input),
);

/** A photo that found its product full was never registered; all others are ingested once more. */
export const retryFailedAction = action(
  { permission: 'asset.upload', schema: oneAsset },
  async ({ services, caller, input: { asset_id: assetId } }) => {
    const { failure } = await getAssetDetail(services, caller, { assetId });
    if (failure === 'product_full') await retryUpload(services, caller, { assetId });
    else await retryIngest(services, caller, { assetId });
  },
);

export const dismissFailureAction = action(
  { permission: 'asset.upload', schema: oneAsset },
  async ({ services, caller, input }) => dismissFailure(services, caller, { assetId: input.asset_id }),
);

export const binAssetAction = action(
  { permission: 'asset.bin', schema: oneAsset },
  async ({ services, caller, input }) => binAsset(services, caller, { assetId: input.asset_id }),
);

export const restoreAssetAction = action(
  { permission: 'asset.bin', schema: oneAsset },
  async ({ services, caller, input }) => restoreAsset(services, caller, { assetId: input.asset_id }),
);

export const reorderAction = action(
  {
    permission: 'product.edit',
    schema: z.object({ product_id: z.uuid(), asset_ids: z.array(z.uuid()).max(1000) }),
  },
  async ({ services, caller, input }) =>
    reorderAssets(services, caller, { productId: input.product_id, assetIds: input.asset_ids }),
);

export const setHeroAction = action(
  { permission: 'product.edit', schema: z.object({ product_id: z.uuid(), asset_id: z.uuid() }) },
  async ({ services, caller, input }) =>
    setHero(services, caller, { productId: input.product_id, assetId: input.asset_id }),
);
