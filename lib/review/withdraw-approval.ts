import { findStandingApproval, insertWithdrawal } from '#db/queries/approvals.ts';
import { lockAsset } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/**
 * Takes an asset away from all its audiences: once this has committed, no URL is issued for it. False where it was
 * not approved, so a repeated call is harmless.
 */
export async function withdrawApproval(
  { db }: Services,
  caller: Caller,
  { assetId, reason = '' }: { assetId: string; reason?: string | undefined },
): Promise<{ withdrawn: boolean }> {
  requirePermission(caller.actor, 'asset.approve');
  return db.transaction().execute(async (trx) => {
    if (!(await lockAsset(trx, assetId))) throw notFound('asset');
    const standing = await findStandingApproval(trx, assetId);
    if (!standing) return { withdrawn: false };
    await insertWithdrawal(trx, { approvalId: standing.id, by: personId(caller), reason });
    await recordAudit(trx, caller, {
      action: 'asset.approval_withdrawn',
      subjectKind: 'asset',
      subjectId: assetId,
      detail: { approval_id: standing.id, version: standing.version, reason },
    });
    return { withdrawn: true };
  });
}
