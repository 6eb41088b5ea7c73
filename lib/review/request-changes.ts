import { findStandingApproval } from '#db/queries/approvals.ts';
import { lockAsset } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/**
 * Sends a photo back with a note. It changes no state, since the photo was given to nobody: the request is an entry
 * of the photo's timeline, and puts it at the end of the review queue until it is answered.
 */
export async function requestChanges(
  { db }: Services,
  caller: Caller,
  { assetId, note }: { assetId: string; note: string },
): Promise<void> {
  requirePermission(caller.actor, 'asset.approve');
  await db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, assetId);
    if (!asset) throw notFound('asset');
    if (asset.binned_at) throw new Problem('conflict', 'This photo is in the bin: bring it back first.');
    if (asset.status !== 'READY') throw new Problem('conflict', 'This photo is not ready yet.');
    if (await findStandingApproval(trx, assetId))
      throw new Problem('conflict', 'This photo is approved by now: withdraw its approval first.');
    await recordAudit(trx, caller, {
      action: 'asset.changes_requested',
      subjectKind: 'asset',
      subjectId: assetId,
      detail: { note },
    });
  });
}
