import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { binAsset } from '#lib/review/bin-asset.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { route } from '#lib/route.ts';
import { cancelUpload } from '#lib/upload/cancel-upload.ts';
import { assetDetailShape } from '../asset-schemas.ts';

const params = z.object({ id: z.uuid() });

export const GET = route(
  {
    permission: 'library.read',
    summary: 'One asset with its versions, approval and timeline',
    params,
    responses: { 200: assetDetailShape },
  },
  async ({ services, caller, params }) =>
    Response.json(await getAssetDetail(services, caller, { assetId: params.id })),
);

export const DELETE = route(
  {
    permission: 'asset.bin',
    summary: 'Take an asset to the bin; an upload under way is cancelled first',
    params,
    responses: { 204: null },
  },
  async ({ services, caller, params }) => {
    await cancelUpload(services, caller, { assetId: params.id });
    await binAsset(services, caller, { assetId: params.id });
    return new Response(null, { status: 204 });
  },
);

export const { OPTIONS, PATCH, POST, PUT } = otherMethods({ GET, DELETE });
