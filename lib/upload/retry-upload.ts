import { unsafeFindUpload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import { landUpload } from './land-upload.ts';
import { productFull } from './product-full.ts';
import { mayRegister } from './register-upload.ts';

/** Lets a photo in that found its product full, now that there may be room. Any editor may ask. */
export async function retryUpload(
  services: Services,
  caller: Caller,
  input: { assetId: string },
): Promise<{ assetId: string }> {
  requirePermission(caller.actor, 'asset.upload');
  const upload = await unsafeFindUpload(services.db, input.assetId);
  if (!upload) throw notFound('asset');
  if (upload.registered_at !== null) return { assetId: upload.id };
  const landing = mayRegister(upload) ? await landUpload(services, caller, upload, 'retry') : undefined;
  if (landing?.state === 'registered') return { assetId: upload.id };
  if (landing?.state === 'full') throw productFull(services.env.MAX_PHOTOS_PER_PRODUCT);
  throw new Problem(
    'nothing_uploaded',
    'The bytes of this upload are not kept any more. Upload the file again.',
  );
}
