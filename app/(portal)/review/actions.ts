'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { addressAfter, placeInQueue, reviewAddress } from '#components/review/queue-place.ts';
import { type ActionResult, action } from '#lib/action.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { listReviewQueue } from '#lib/review/list-review-queue.ts';
import { requestChanges } from '#lib/review/request-changes.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { approvalTerms, writtenText } from '../decision-inputs.ts';

/** Pages that the browser keeps show what was decided too. */
function forgetPages(): void {
  revalidatePath('/library', 'layout');
  revalidatePath('/review');
}

const approve = action(
  { permission: 'asset.approve', schema: approvalTerms },
  async ({ services, caller, input: { asset_id: assetId, ...terms } }) => {
    // Once it is decided, its place in the queue is gone.
    const place = placeInQueue(await listReviewQueue(services, caller), assetId);
    await approveVersion(services, caller, { assetId, ...terms });
    forgetPages();
    return addressAfter(place);
  },
);

const sendBack = action(
  {
    permission: 'asset.approve',
    schema: z.object({
      asset_id: z.uuid(),
      note: writtenText(2000, 'The note').min(1, 'Say what should change.'),
    }),
  },
  async ({ services, caller, input: { asset_id: assetId, note } }) => {
    const place = placeInQueue(await listReviewQueue(services, caller), assetId);
    await requestChanges(services, caller, { assetId, note });
    forgetPages();
    return addressAfter(place);
  },
);

const takeBack = action(
  { permission: 'asset.approve', schema: z.object({ asset_id: z.uuid() }) },
  async ({ services, caller, input: { asset_id: assetId } }) => {
    await withdrawApproval(services, caller, { assetId, reason: 'Undone during review.' });
    forgetPages();
    return reviewAddress(assetId);
  },
);

export async function approveAndGoOn(_last: ActionResult<unknown> | null, form: FormData) {
  return goOn(await approve(form));
}

export async function sendBackAndGoOn(_last: ActionResult<unknown> | null, form: FormData) {
  return goOn(await sendBack(form));
}

export async function takeBackAndReturn(_last: ActionResult<unknown> | null, form: FormData) {
  return goOn(await takeBack(form));
}

function goOn(result: ActionResult<string>): ActionResult<string> {
  if (result.ok) redirect(result.value);
  return result;
}
