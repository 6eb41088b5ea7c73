import { renderMarkThumbnail } from '#lib/derive/render-mark-thumbnail.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { markImageParams } from '../../mark-image-schemas.ts';

export const GET = route(
  {
    permission: 'policy.preview',
    summary: 'The picture by which the image of a mark is known',
    params: markImageParams,
    responses: { 200: null },
  },
  async ({ services, caller, params, request }) => {
    const input = { imageId: params.image, signal: request.signal };
    const picture = await renderMarkThumbnail(services, caller, input);
    return new Response(new Uint8Array(picture.body), {
      // Named by its hash, so it never changes; whoever may not see it may not have it from a shared cache.
      headers: { 'Content-Type': picture.media_type, 'Cache-Control': 'private, max-age=86400, immutable' },
    });
  },
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
