import { markImageRetired } from '#db/queries/mark-images.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Offers an image to new policies no more. Versions that name it keep it; the same bytes uploaded again bring it back. */
export async function retireMarkImage(
  { db }: Services,
  caller: Caller,
  { imageId }: { imageId: string },
): Promise<void> {
  requirePermission(caller.actor, 'policy.write');
  const by = personId(caller);
  if (!by) throw new Problem('forbidden', 'Only a person can do this.');
  await db.transaction().execute(async (trx) => {
    if (!(await markImageRetired(trx, imageId, by))) throw notFound('image');
    await recordAudit(trx, caller, {
      action: 'mark_image.retired',
      subjectKind: 'mark_image',
      subjectId: imageId,
    });
  });
}
