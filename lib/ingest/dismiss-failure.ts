import { markDismissed } from '#db/queries/ingested-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Takes a FAILED asset off the list of what needs attention. It stays FAILED, and its row tells why. */
export async function dismissFailure(
  services: Services,
  caller: Caller,
  input: { assetId: string },
): Promise<void> {
  requirePermission(caller.actor, 'asset.upload');
  await services.db.transaction().execute(async (trx) => {
    if (!(await markDismissed(trx, input.assetId))) throw notFound('failed asset');
    await recordAudit(trx, caller, {
      action: 'asset.failure_dismissed',
      subjectKind: 'asset',
      subjectId: input.assetId,
    });
  });
}
