import { listRetiredWithObjects, lockRetiredFile, markObjectsDeleted } from '#db/queries/retention.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type DerivativeKey, derivativeName } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';

const batch = 500;

/** Beyond the life of the last signed URL, for clocks that differ and answers that are slow. */
const marginSeconds = 60;

/**
 * Deletes file and manifest of what was retired, once no URL to them can be out; answers of how many. The row is
 * locked meanwhile, so that one which is made anew gets its new objects before or after, and never loses them.
 */
export async function deleteRetiredObjects(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<number> {
  const grace = services.env.DOWNLOAD_URL_SECONDS + marginSeconds;
  let deleted = 0;
  for (const name of await listRetiredWithObjects(services.db, grace, batch)) {
    if (signal?.aborted) break;
    try {
      if (await deleteObjects(services, caller, name, grace)) deleted += 1;
    } catch (error) {
      services.log.warn(
        { name: derivativeName(name), error: String(error) },
        'objects of a retired file could not be deleted',
      );
    }
  }
  return deleted;
}

async function deleteObjects(
  { db, store }: Services,
  caller: Caller,
  name: DerivativeKey,
  grace: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const file = await lockRetiredFile(trx, name, grace);
    if (!file) return false;
    await store.delete(file.object_key);
    await store.delete(file.manifest_key);
    await markObjectsDeleted(trx, file.object_key);
    await recordAudit(trx, caller, {
      action: 'derivative.objects_deleted',
      subjectKind: 'derivative',
      subjectId: derivativeName(name),
      code: file.retired_why ?? undefined,
      detail: { object_key: file.object_key, manifest_key: file.manifest_key, sha256: file.sha256 },
    });
    return true;
  });
}
