import type { PickablePhoto } from '#components/policy/preview-photo.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import { listPreviewPhotos } from '#lib/review/list-preview-photos.ts';
import type { Services } from '#lib/services.ts';
import { placeholderUrl } from '#lib/thumb-hash.ts';

/** The photos that policies can be tried on, with what the browser needs; none for those who may not preview. */
export async function previewPhotos(services: Services, caller: Caller): Promise<PickablePhoto[]> {
  if (!may(caller.actor, 'policy.preview')) return [];
  const photos = await listPreviewPhotos(services, caller);
  return photos.map(({ thumb_hash, ...photo }) => ({ ...photo, placeholder: placeholderUrl(thumb_hash) }));
}
