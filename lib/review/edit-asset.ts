import { lockAsset, updateAssetTexts } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Title and alt text are in no file: nothing is made again. What is left out stays. */
export async function editAsset(
  { db }: Services,
  caller: Caller,
  input: { assetId: string; title?: string | undefined; alt_text?: string | undefined },
): Promise<{ title: string; alt_text: string }> {
  requirePermission(caller.actor, 'asset.edit');
  return db.transaction().execute(async (trx) => {
    const before = await lockAsset(trx, input.assetId);
    if (!before) throw notFound('asset');
    const after = { title: input.title ?? before.title, alt_text: input.alt_text ?? before.alt_text };
    const changed = (['title', 'alt_text'] as const).filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return after;
    await updateAssetTexts(trx, input.assetId, after);
    await recordAudit(trx, caller, {
      action: 'asset.edited',
      subjectKind: 'asset',
      subjectId: input.assetId,
      detail: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    });
    return after;
  });
}
