import { deleteMarkUpload, listSpentMarkUploads } from '#db/queries/mark-uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

const batch = 100;
/** A PUT that began just before its URL ran out, and the completion after it. */
const graceSeconds = 60 * 60;

/** Deletes what mark uploads left at their landing keys, then their rows; answers how many. The masters stay. */
export async function clearMarkUploads(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<number> {
  let cleared = 0;
  for (const { id, object_key } of await listSpentMarkUploads(services.db, { graceSeconds, limit: batch })) {
    if (signal?.aborted) break;
    try {
      await services.store.delete(object_key);
      await services.db.transaction().execute(async (trx) => {
        await deleteMarkUpload(trx, id);
        await recordAudit(trx, caller, {
          action: 'mark_image.upload_cleared',
          subjectKind: 'mark_upload',
          subjectId: id,
          detail: { object_key },
        });
      });
      cleared += 1;
    } catch (error) {
      services.log.warn({ upload_id: id, error: String(error) }, 'a mark upload could not be cleared');
    }
  }
  return cleared;
}
