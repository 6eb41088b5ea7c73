import { validate as isUuid } from 'uuid';
import { unsafeFindMasterOf } from '#db/queries/asset-views.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { contentDisposition } from './content-disposition.ts';

/** A signed URL for the picture by which staff know an asset, or one version of it. It follows no policy, so no audience gets it. */
export async function openStaffThumbnail(
  { db, store, env }: Services,
  caller: Caller,
  { assetId, version = 1 }: { assetId: string; version?: number | undefined },
): Promise<{ url: string }> {
  requirePermission(caller.actor, 'library.read');
  const master = isUuid(assetId) ? await unsafeFindMasterOf(db, assetId, version) : undefined;
  if (!master) throw notFound('thumbnail');
  const key =
    master.kind === 'original'
      ? objectKeys.staffThumbnail(assetId)
      : objectKeys.cutoutThumbnail(assetId, master.sha256);
  const { url } = await store.presignGet(key, {
    contentType: 'image/jpeg',
    contentDisposition: contentDisposition('inline', 'thumbnail.jpg'),
    expiresSeconds: env.DOWNLOAD_URL_SECONDS,
  });
  return { url };
}
