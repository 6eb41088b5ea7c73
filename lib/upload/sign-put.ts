import { recordSignedUrl, type Upload } from '#db/queries/uploads.ts';
import type { Services } from '#lib/services.ts';
import type { PresignedRequest } from '#lib/storage/object-store.ts';

/**
 * A fresh URL for the whole file. It is on record before it is out, so that the landing object outlives it. Nothing
 * where the asset is UPLOADING no longer.
 */
export async function signPut(services: Services, upload: Upload): Promise<PresignedRequest | undefined> {
  const signed = await services.store.presignPut(upload.object_key, {
    contentType: upload.declared_type,
    bytes: upload.declared_bytes,
    expiresSeconds: services.env.UPLOAD_URL_SECONDS,
    ...(upload.declared_sha256 !== null && { sha256: upload.declared_sha256 }),
  });
  const isOpen = await recordSignedUrl(services.db, upload.id, { expiresAt: signed.expiresAt });
  return isOpen ? signed : undefined;
}
