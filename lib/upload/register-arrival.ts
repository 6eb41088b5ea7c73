import { unsafeFindUpload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { Services } from '#lib/services.ts';
import { landUpload } from './land-upload.ts';

/**
 * A broker says that the bytes of an asset have arrived, and nobody has registered them yet: the store's event came
 * before the browser's call, or that call never came. What lies there decides, not what the event says. Whether the
 * asset was registered, refused or left waiting is in its row afterwards.
 */
export async function registerArrival(services: Services, caller: Caller, assetId: string): Promise<void> {
  const upload = await unsafeFindUpload(services.db, assetId);
  if (upload?.status !== 'UPLOADING') return;
  try {
    await landUpload(services, caller, upload, 'event');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'registration_failed' && error.cause) throw error.cause;
    throw new JobError('store_unavailable', error.message, { cause: error });
  }
}
