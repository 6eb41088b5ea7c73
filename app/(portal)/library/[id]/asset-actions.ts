'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { editAsset } from '#lib/review/edit-asset.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { isStorableText } from '#lib/upload/storable-text.ts';

const text = (most: number, name: string) =>
  z
    .string()
    .trim()
    .max(most, `${name} is over ${most} characters.`)
    .refine(isStorableText, 'This is not valid Unicode text.');
const day = z
  .string()
  .max(40)
  .transform((date) => date || null)
  .optional();
/** Check boxes: one that is ticked is a word, several are a list, none is nothing. */
const ticked = z
  .union([z.array(z.string().max(40)).max(1000), z.string().max(40)], 'Tick who may have this photo.')
  .transform((slugs) => [slugs].flat());

const edit = action(
  {
    permission: 'asset.edit',
    schema: z.object({
      asset_id: z.uuid(),
      title: text(200, 'The title'),
      alt_text: text(1000, 'The alternative text'),
    }),
  },
  async ({ services, caller, input: { asset_id: assetId, ...texts } }) => {
    const edited = await editAsset(services, caller, { assetId, ...texts });
    revalidatePath('/library', 'layout');
    return edited;
  },
);

const approve = action(
  {
    permission: 'asset.approve',
    schema: z.object({
      asset_id: z.uuid(),
      version: z.coerce.number<string>().int().min(1).max(1_000_000),
      audiences: ticked,
      note: text(2000, 'The note').optional(),
      publish_from: day,
      publish_until: day,
    }),
  },
  async ({ services, caller, input: { asset_id: assetId, ...terms } }) => {
    const { approval } = await approveVersion(services, caller, { assetId, ...terms });
    revalidatePath('/library', 'layout');
    return approval;
  },
);

const withdraw = action(
  {
    permission: 'asset.approve',
    schema: z.object({
      asset_id: z.uuid(),
      reason: text(2000, 'The reason').min(1, 'Say why, for those who look later.'),
    }),
  },
  async ({ services, caller, input: { asset_id: assetId, reason } }) => {
    const withdrawn = await withdrawApproval(services, caller, { assetId, reason });
    revalidatePath('/library', 'layout');
    return withdrawn;
  },
);

export async function editAssetByForm(_last: ActionResult<unknown> | null, form: FormData) {
  return edit(form);
}

export async function approveByForm(_last: ActionResult<unknown> | null, form: FormData) {
  return approve(form);
}

export async function withdrawByForm(_last: ActionResult<unknown> | null, form: FormData) {
  return withdraw(form);
}
