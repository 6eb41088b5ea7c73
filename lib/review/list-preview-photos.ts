import { unsafeListPreviewPhotos } from '#db/queries/preview-photos.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';

export interface PreviewPhoto {
  asset_id: string;
  version: number;
  name: string;
  width: number;
  height: number;
  has_alpha: boolean;
  is_grey: boolean;
  thumb_hash: string;
  thumbnail_url: string;
}

const most = 60;

/** The newest photos, to try a contract on. */
export async function listPreviewPhotos({ db }: Services, caller: Caller): Promise<PreviewPhoto[]> {
  requirePermission(caller.actor, 'policy.preview');
  const rows = await unsafeListPreviewPhotos(db, most);
  return rows.map(({ title, filename, ...row }) => ({
    ...row,
    name: title || filename,
    thumbnail_url: `/api/assets/${row.asset_id}/thumbnail`,
  }));
}
