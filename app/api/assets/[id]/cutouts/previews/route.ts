import { z } from 'zod';
import { cutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import { previewCutout } from '#lib/cutout/preview-cutout.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

export const POST = route(
  {
    permission: 'asset.edit',
    summary: 'What a cut-out would look like, at reduced size, by the code that makes it',
    params: z.object({ id: z.uuid() }),
    body: cutoutParameters,
    again: 'anew',
    responses: { 200: null },
  },
  async ({ services, caller, params, body, request }) => {
    const input = { assetId: params.id, ...body, signal: request.signal };
    const picture = await previewCutout(services, caller, input);
    return new Response(new Uint8Array(picture.body), {
      headers: {
        'Content-Type': picture.media_type,
        'X-Picture-Size': `${picture.width}x${picture.height}`,
        'X-Picture-Kept': picture.kept_part.toFixed(4),
      },
    });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
