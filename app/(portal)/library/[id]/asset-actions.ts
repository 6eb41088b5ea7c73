'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { editAsset } from '#lib/review/edit-asset.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { approvalTerms, writtenText } from '../../decision-inputs.ts';

const edit = action(
  {
    permission: 'asset.edit',
    schema: z.object({
      asset_id: z.uuid(),
      title: writtenText(200, 'The title'),
      alt_text: writtenText(1000, 'The alternative text'),
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
    schema: approvalTerms,
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
      reason: writtenText(2000, 'The reason').min(1, 'Say why, for those who look later.'),
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
