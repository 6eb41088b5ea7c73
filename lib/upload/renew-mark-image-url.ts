import { findMarkUpload, recordMarkUrl } from '#db/queries/mark-uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { MarkImageUpload } from './mark-image-schema.ts';

/** A fresh URL for an upload that was asked for before: its first one was never stored. */
export async function renewMarkImageUrl(
  services: Services,
  caller: Caller,
  { uploadId }: { uploadId: string },
): Promise<MarkImageUpload> {
  requirePermission(caller.actor, 'policy.write');
  const owner = { id: uploadId, uploadedBy: personId(caller) ?? '' };
  const upload = await findMarkUpload(services.db, owner);
  if (!upload) throw notFound('upload');
  const signed = await services.store.presignPut(upload.object_key, {
    contentType: upload.declared_type,
    bytes: upload.declared_bytes,
    expiresSeconds: services.env.UPLOAD_URL_SECONDS,
  });
  // On record before it is out, so that nothing sweeps the place while somebody can write there.
  if (!(await recordMarkUrl(services.db, upload.id, signed.expiresAt))) throw notFound('upload');
  return {
    upload_id: upload.id,
    upload_url: signed.url,
    upload_headers: signed.headers,
    upload_expires_at: signed.expiresAt.toISOString(),
  };
}
