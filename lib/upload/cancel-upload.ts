import { unsafeFindUpload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import { discardLanding } from './discard-landing.ts';
import { refuseUpload } from './refuse-upload.ts';

export type Cancellation =
  | { state: 'cancelled' }
  /** The bytes arrived first: it is a photo now, and goes to the bin like any other. */
  | { state: 'registered' };

/** Ends an upload that is under way and leaves nothing of it in the store. Called again, it answers the same. */
export async function cancelUpload(
  services: Services,
  caller: Caller,
  input: { assetId: string },
): Promise<Cancellation> {
  requirePermission(caller.actor, 'asset.upload');
  const upload = await unsafeFindUpload(services.db, input.assetId);
  if (!upload) throw notFound('asset');
  if (upload.registered_at !== null) return { state: 'registered' };
  const cancelled = await refuseUpload(services, caller, upload, {
    failure: 'upload_abandoned',
    sentence: 'This upload was cancelled. Upload the file again if you want it after all.',
    dismissed: true,
  });
  const settled = cancelled ? upload : await unsafeFindUpload(services.db, input.assetId);
  if (settled && settled.registered_at !== null) return { state: 'registered' };
  await discardLanding(services, upload.object_key);
  return { state: 'cancelled' };
}
