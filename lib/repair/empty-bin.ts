import { listSpentBinned, lockSpentBinned, markPurged } from '#db/queries/bin.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';

const batch = 200;

/**
 * Ends what has lain in the bin for `BIN_RETENTION_DAYS`; answers how many. The asset's row stays with its approvals,
 * as evidence; it cannot come back, and its master goes where nothing else names it.
 */
export async function emptyBin(services: Services, caller: Caller, signal?: AbortSignal): Promise<number> {
  const days = services.env.BIN_RETENTION_DAYS;
  let purged = 0;
  for (const id of await listSpentBinned(services.db, days, batch)) {
    if (signal?.aborted) break;
    try {
      if (await purge(services, caller, id, days)) purged += 1;
    } catch (error) {
      services.log.warn({ asset_id: id, error: String(error) }, 'a photo could not be taken out of the bin');
    }
  }
  return purged;
}

async function purge({ db, store }: Services, caller: Caller, id: string, days: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const asset = await lockSpentBinned(trx, id, days);
    if (!asset) return false;
    await store.delete(objectKeys.staffThumbnail(id));
    for await (const { key } of store.list(objectKeys.cutoutThumbnails(id))) await store.delete(key);
    await markPurged(trx, id);
    await recordAudit(trx, caller, {
      action: 'asset.purged',
      subjectKind: 'asset',
      subjectId: id,
      detail: { filename: asset.filename, binned_at: asset.binned_at, binned_by: asset.binned_by },
    });
    return true;
  });
}
