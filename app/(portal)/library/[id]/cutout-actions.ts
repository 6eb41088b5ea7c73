'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { cutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import { type CutoutAnswer, requestCutout } from '#lib/cutout/request-cutout.ts';

const { remover, tolerance, feather_px, holes } = cutoutParameters.shape;
const turned = (number: typeof tolerance) => z.coerce.number<string>().pipe(number.unwrap()).optional();

const removeBackground = action(
  {
    permission: 'asset.edit',
    schema: z.object({
      asset_id: z.uuid(),
      remover,
      tolerance: turned(tolerance),
      feather_px: turned(feather_px),
      // A box that is not ticked is not sent.
      holes: holes.unwrap().default('filled'),
    }),
  },
  async ({ services, caller, input: { asset_id: assetId, ...parameters } }) => {
    const answer = await requestCutout(services, caller, { assetId, ...cutoutParameters.parse(parameters) });
    revalidatePath('/library', 'layout');
    return answer;
  },
);

export async function removeBackgroundByForm(_last: ActionResult<CutoutAnswer> | null, form: FormData) {
  return removeBackground(form);
}
