import { otherMethods } from '#lib/other-methods.ts';
import { retireMarkImage } from '#lib/policy/retire-mark-image.ts';
import { route } from '#lib/route.ts';
import { markImageParams } from '../mark-image-schemas.ts';

export const DELETE = route(
  {
    permission: 'policy.write',
    summary: 'Offer an image to new policies no more; versions that name it keep it',
    params: markImageParams,
    responses: { 204: null },
  },
  async ({ services, caller, params }) => {
    await retireMarkImage(services, caller, { imageId: params.image });
    return new Response(null, { status: 204 });
  },
);

export const { GET, HEAD, OPTIONS, PATCH, POST, PUT } = otherMethods({ DELETE });
