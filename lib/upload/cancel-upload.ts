import { unsafeFindUpload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { discardLanding } from './discard-landing.ts';
import { refuseUpload } from './refuse-upload.ts';

export type Cancellation =
  | { state: 'cancelled' }
  /** It was over before: a photo by now, or refused. What remains is to take it to the bin. */
  | { state: 'settled' };

/** Ends an upload that is under way and leaves nothing of it in the store. Called again, it answers the same. */
export async function cancelUpload(
  services: Services,
  caller: Caller,
  input: { assetId: string },
): Promise<Cancellation> {
  requirePermission(caller.actor, 'asset.upload');
  const upload = await unsafeFindUpload(services.db, input.assetId);
  if (!upload) throw notFound('asset');
  const cancelled = await refuseUpload(services, caller, upload, {
    failure: 'upload_abandoned',
    sentence: 'This upload was cancelled. Upload the file again if you want it after all.',
    dismissed: true,
  });
  if (!cancelled && (await failureOf(services, upload.id)) !== 'upload_abandoned')
    return { state: 'settled' };
  await discardLanding(services, upload.object_key);
  return { state: 'cancelled' };
}

async function failureOf(services: Services, assetId: string): Promise<AssetFailure | null | undefined> {
  return (await unsafeFindUpload(services.db, assetId))?.failure;
}
