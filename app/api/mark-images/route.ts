import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { listMarkImages } from '#lib/policy/list-mark-images.ts';
import { route } from '#lib/route.ts';
import { markImageRequest, markImageUpload } from '#lib/upload/mark-image-schema.ts';
import { renewMarkImageUrl } from '#lib/upload/renew-mark-image-url.ts';
import { requestMarkImage } from '#lib/upload/request-mark-image.ts';
import { markImageShape } from './mark-image-schemas.ts';

export const GET = route(
  {
    permission: 'policy.read',
    summary: 'The uploaded images that marks can show',
    responses: { 200: z.object({ items: z.array(markImageShape), next_cursor: z.null() }) },
  },
  async ({ services, caller }) =>
    Response.json({ items: await listMarkImages(services, caller), next_cursor: null }),
);

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Ask for the URL to which the image of a mark is sent',
    body: markImageRequest,
    responses: { 201: markImageUpload },
    again: {
      keeps: ['upload_id'],
      renew: ({ services, caller }, { upload_id }) =>
        renewMarkImageUrl(services, caller, { uploadId: String(upload_id) }),
    },
  },
  async ({ services, caller, body }) =>
    Response.json(await requestMarkImage(services, caller, body), { status: 201 }),
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ GET, POST });
