import {
  deleteMasterRow,
  isMasterNeeded,
  listSpentMasters,
  lockMaster,
  markDeleting,
  retireFilesOfMaster,
} from '#db/queries/bin.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';

const batch = 100;

/** Removes masters that nothing names any more, and goes on with removals that were cut short; answers how many. */
export async function removeMasters(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const sha256 of await listSpentMasters(services.db, batch)) {
    if (signal?.aborted) break;
    try {
      if (await removeMaster(services, caller, sha256)) removed += 1;
    } catch (error) {
      services.log.warn({ master_hash: sha256, error: String(error) }, 'a master could not be removed');
    }
  }
  return removed;
}

/**
 * Marks the row `deleting` under its lock once nothing names it, deletes the object, then the row. An ingest that
 * meets its own hash waits for the lock, or sees the mark and comes back later; a crash in between leaves the mark,
 * by which the next turn goes on.
 */
export async function removeMaster(
  { db, store }: Services,
  caller: Caller,
  sha256: string,
): Promise<boolean> {
  const isMarked = await db.transaction().execute(async (trx) => {
    const state = await lockMaster(trx, sha256);
    if (!state) return false;
    if (await isMasterNeeded(trx, sha256)) return false;
    if (state === 'deleting') return true;
    await markDeleting(trx, sha256);
    for (const { manifest, ...file } of await retireFilesOfMaster(trx, sha256))
      await recordAudit(trx, caller, {
        action: 'derivative.retired',
        subjectKind: 'derivative',
        subjectId: derivativeName(file),
        code: 'master_removed',
        detail: { sha256: file.sha256, manifest },
      });
    return true;
  });
  if (!isMarked) return false;
  await store.delete(objectKeys.master(sha256));
  return db.transaction().execute(async (trx) => {
    if (!(await deleteMasterRow(trx, sha256))) return false;
    await recordAudit(trx, caller, { action: 'master.removed', subjectKind: 'master', subjectId: sha256 });
    return true;
  });
}
