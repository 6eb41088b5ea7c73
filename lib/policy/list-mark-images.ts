import { listMarkImageRows } from '#db/queries/mark-images.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import type { MarkImage } from './mark-image.ts';

/** The uploaded images that a new policy may be marked with, by name. */
export async function listMarkImages({ db }: Services, caller: Caller): Promise<MarkImage[]> {
  requirePermission(caller.actor, 'policy.read');
  const rows = await listMarkImageRows(db);
  return rows.map(({ sha256, name, width, height, has_alpha }) => ({
    image_id: sha256,
    name,
    width,
    height,
    has_alpha,
  }));
}
