import { z } from 'zod';
import { renderPreview } from '#lib/derive/render-preview.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { route } from '#lib/route.ts';
import { audienceParams } from '../../policy-schemas.ts';

const previewRequest = z.strictObject({
  asset_id: z.uuid(),
  /** Left out: the newest version of the photo. */
  version: z.number().int().min(1).max(1_000_000).optional(),
  contract: outputContract,
});

export const POST = route(
  {
    permission: 'policy.preview',
    summary: 'The picture that this contract makes of a photo, byte for byte as an audience would get it',
    params: audienceParams,
    body: previewRequest,
    responses: { 200: null },
  },
  async ({ services, caller, params, body, request }) => {
    const { asset_id: assetId, version, contract } = body;
    const input = { audience: params.audience, assetId, version, contract, signal: request.signal };
    const picture = await renderPreview(services, caller, input);
    return new Response(new Uint8Array(picture.body), {
      headers: {
        'Content-Type': picture.media_type,
        'Content-Length': String(picture.bytes),
        'X-Picture-Size': `${picture.width}x${picture.height}`,
        'X-Picture-Remarks': encodeURIComponent(picture.remarks.join(' ')),
      },
    });
  },
);
