import { otherMethods } from '#lib/other-methods.ts';
import { listAssets } from '#lib/review/list-assets.ts';
import { route } from '#lib/route.ts';
import { uploadAnswer, uploadRequest } from '#lib/upload/request-schema.ts';
import { requestUpload } from '#lib/upload/request-upload.ts';
import { assetPage, assetQuery } from './asset-schemas.ts';

export const POST = route(
  {
    permission: 'asset.upload',
    summary: 'Ask for an upload',
    headers: { 'Idempotency-Key': 'The same for each retry of one upload' },
    body: uploadRequest,
    again: 'anew',
    responses: { 200: uploadAnswer, 201: uploadAnswer },
  },
  async ({ services, caller, request, body }) => {
    const idempotencyKey = request.headers.get('idempotency-key');
    const { created, answer } = await requestUpload(services, caller, { idempotencyKey, request: body });
    return Response.json(answer, { status: created ? 201 : 200 });
  },
);

export const GET = route(
  {
    permission: 'library.read',
    summary: 'The library: filter, search and cursor',
    query: assetQuery,
    responses: { 200: assetPage },
  },
  async ({ services, caller, query }) => {
    const { product_id: productId, ...rest } = query;
    return Response.json(await listAssets(services, caller, { ...rest, productId }));
  },
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ POST, GET });
