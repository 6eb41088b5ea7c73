import { validate as isUuid } from 'uuid';
import { unsafeFindMasterOf } from '#db/queries/asset-views.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { contentDisposition } from './content-disposition.ts';
import { originalFileName } from './file-name.ts';

/** A signed URL for the master of one version (the first where none is named). Staff only, and on record. */
export async function openOriginal(
  { db, store, env }: Services,
  caller: Caller,
  { assetId, version = 1 }: { assetId: string; version?: number | undefined },
): Promise<{ url: string; expires_at: Date; file_name: string }> {
  requirePermission(caller.actor, 'asset.original');
  const master = isUuid(assetId) ? await unsafeFindMasterOf(db, assetId, version) : undefined;
  if (!master) throw notFound('original');
  const fileName = originalFileName(master.filename, master.extension);
  await recordAudit(db, caller, {
    action: 'asset.original_downloaded',
    subjectKind: 'asset',
    subjectId: assetId,
    detail: { version, master_sha256: master.sha256 },
  });
  const signed = await store.presignGet(objectKeys.master(master.sha256), {
    contentType: master.media_type,
    contentDisposition: contentDisposition('attachment', fileName),
    expiresSeconds: env.DOWNLOAD_URL_SECONDS,
  });
  return { url: signed.url, expires_at: signed.expiresAt, file_name: fileName };
}
