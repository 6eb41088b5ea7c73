import { insertRegistrationFailure } from '#db/queries/registration-failures.ts';
import type { Upload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import { redactText } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { productFull } from './product-full.ts';
import { refuseUpload } from './refuse-upload.ts';
import { type Registration, registerUpload, type UploadRoute } from './register-upload.ts';
import { type Landed, verifyLanding } from './verify-landing.ts';

export type Landing =
  | Registration
  | { state: 'absent' }
  | { state: 'refused'; failure: AssetFailure; sentence: string };

/** Verifies what lies at the landing key and registers or refuses it. Any number of calls may run at once. */
export async function landUpload(
  services: Services,
  caller: Caller,
  upload: Upload,
  via: UploadRoute,
): Promise<Landing> {
  const verdict = await verifyLanding(services.store, upload);
  if (verdict.state === 'absent') return verdict;
  if (verdict.state === 'refused') {
    // The row first: bytes are only deleted once nobody can register them any more.
    if (!(await refuseUpload(services, caller, upload, verdict))) return { state: 'closed' };
    await services.store.delete(upload.object_key);
    return verdict;
  }
  const registration = await tryRegister(services, caller, upload, verdict.landed, via);
  if (registration.state === 'full') {
    const { message } = productFull(services.env.MAX_PHOTOS_PER_PRODUCT);
    await refuseUpload(services, caller, upload, { failure: 'product_full', sentence: message });
  }
  return registration;
}

/** Bytes that arrived and can't be registered are on record for repair, and stay where they are. */
async function tryRegister(
  services: Services,
  caller: Caller,
  upload: Upload,
  landed: Landed,
  via: UploadRoute,
): Promise<Registration> {
  try {
    const { id: assetId, product_id: productId } = upload;
    return await registerUpload(services, caller, { assetId, productId, landed, via });
  } catch (cause) {
    await recordFailure(services, caller, upload, cause);
    throw new Problem(
      'registration_failed',
      'The photo arrived, but could not be registered. It is kept and will be tried again by itself.',
      { cause },
    );
  }
}

async function recordFailure(
  services: Services,
  caller: Caller,
  upload: Upload,
  cause: unknown,
): Promise<void> {
  const error = redactText(cause instanceof Error ? cause.message : String(cause));
  try {
    await insertRegistrationFailure(services.db, {
      objectKey: upload.object_key,
      assetId: upload.id,
      requestId: caller.requestId,
      error,
    });
  } catch (second) {
    // A database that is gone takes no record either; the sweep finds the object all the same.
    services.log.error({ asset_id: upload.id, error, second: String(second) }, 'a failure went unrecorded');
  }
}
