'use server';

import { revalidatePath } from 'next/cache';
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

/** Pages that the browser keeps of the library show what is done here too. */
const libraryPages = ['/library', 'layout'] as const;

const oneAsset = z.object({ asset_id: z.uuid() });

export const createProductAction = action(
  { permission: 'product.create', schema: newProduct },
  async ({ services, caller, input }) => {
    const product = await createProduct(services, caller, input);
    revalidatePath(...libraryPages);
    return product;
  },
);

/** A photo that found its product full was never registered; all others are ingested once more. */
export const retryFailedAction = action(
  { permission: 'asset.upload', schema: oneAsset },
  async ({ services, caller, input: { asset_id: assetId } }) => {
    const { failure } = await getAssetDetail(services, caller, { assetId });
    if (failure === 'product_full') await retryUpload(services, caller, { assetId });
    else await retryIngest(services, caller, { assetId });
    revalidatePath(...libraryPages);
  },
);

export const dismissFailureAction = action(
  { permission: 'asset.upload', schema: oneAsset },
  async ({ services, caller, input }) => {
    await dismissFailure(services, caller, { assetId: input.asset_id });
    revalidatePath(...libraryPages);
  },
);

export const binAssetAction = action(
  { permission: 'asset.bin', schema: oneAsset },
  async ({ services, caller, input }) => {
    await binAsset(services, caller, { assetId: input.asset_id });
    revalidatePath(...libraryPages);
  },
);

export const restoreAssetAction = action(
  { permission: 'asset.bin', schema: oneAsset },
  async ({ services, caller, input }) => {
    await restoreAsset(services, caller, { assetId: input.asset_id });
    revalidatePath(...libraryPages);
  },
);

export const reorderAction = action(
  {
    permission: 'product.edit',
    schema: z.object({ product_id: z.uuid(), asset_ids: z.array(z.uuid()).max(1000) }),
  },
  async ({ services, caller, input: { product_id: productId, asset_ids: assetIds } }) => {
    await reorderAssets(services, caller, { productId, assetIds });
    revalidatePath(...libraryPages);
  },
);

export const setHeroAction = action(
  { permission: 'product.edit', schema: z.object({ product_id: z.uuid(), asset_id: z.uuid() }) },
  async ({ services, caller, input: { product_id: productId, asset_id: assetId } }) => {
    await setHero(services, caller, { productId, assetId });
    revalidatePath(...libraryPages);
  },
);
