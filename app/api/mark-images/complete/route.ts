import { z } from 'zod';
import { completeMarkImage } from '#lib/ingest/complete-mark-image.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { markImageShape } from '../mark-image-schemas.ts';

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Say that the image of a mark is in the store; it is checked and kept',
    body: z.strictObject({ upload_id: z.uuid() }),
    isRepeatable: true,
    responses: { 200: markImageShape, 201: markImageShape },
  },
  async ({ services, caller, body, request }) => {
    const input = { uploadId: body.upload_id, signal: request.signal };
    const { first, image } = await completeMarkImage(services, caller, input);
    return Response.json(image, { status: first ? 201 : 200 });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
