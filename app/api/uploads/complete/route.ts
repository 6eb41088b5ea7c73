import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { completeAnswer, completeRequest } from '#lib/upload/complete-schema.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';

export const POST = route(
  {
    permission: 'asset.upload',
    summary: 'Say that the bytes are in the store',
    body: completeRequest,
    isRepeatable: true,
    responses: { 200: completeAnswer, 201: completeAnswer },
  },
  async ({ services, caller, body }) => {
    const { first, answer } = await completeUpload(services, caller, body);
    return Response.json(answer, { status: first ? 201 : 200 });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
