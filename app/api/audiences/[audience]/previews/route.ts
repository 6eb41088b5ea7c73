import { z } from 'zod';
import { renderPreview } from '#lib/derive/render-preview.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { sampleNames } from '#lib/policy/sample-photos.ts';
import { route } from '#lib/route.ts';
import { audienceParams } from '../../policy-schemas.ts';

const previewRequest = z
  .strictObject({
    asset_id: z.uuid().optional(),
    /** Left out: the newest version of the photo. */
    version: z.number().int().min(1).max(1_000_000).optional(),
    /** A picture that the portal draws itself, instead of an asset: one of the extremes that can come. */
    sample: z.enum(sampleNames).optional(),
    contract: outputContract,
  })
  .refine((body) => (body.asset_id === undefined) !== (body.sample === undefined), {
    path: ['asset_id'],
    message: 'Name an asset or a sample: one of the two.',
  });

export const POST = route(
  {
    permission: 'policy.preview',
    summary: 'The picture that this contract makes of a photo, byte for byte as an audience would get it',
    params: audienceParams,
    body: previewRequest,
    again: 'anew',
    responses: { 200: null },
  },
  async ({ services, caller, params, body, request }) => {
    const { asset_id: assetId = '', version, sample, contract } = body;
    const source = sample === undefined ? { assetId, version } : { sample };
    const input = { ...source, audience: params.audience, contract, signal: request.signal };
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

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
