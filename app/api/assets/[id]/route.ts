import { z } from 'zod';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { route } from '#lib/route.ts';
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
