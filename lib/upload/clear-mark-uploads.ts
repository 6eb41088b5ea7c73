import { deleteMarkUpload, listSpentMarkUploads } from '#db/queries/mark-uploads.ts';
import type { Services } from '#lib/services.ts';

const batch = 100;
/** A PUT that began just before its URL ran out, and the completion after it. */
const graceSeconds = 60 * 60;

/** Deletes what mark uploads left at their landing keys, then their rows; answers how many. The masters stay. */
export async function clearMarkUploads(services: Services, signal?: AbortSignal): Promise<number> {
  let cleared = 0;
  for (const { id, object_key } of await listSpentMarkUploads(services.db, { graceSeconds, limit: batch })) {
    if (signal?.aborted) break;
    try {
      await services.store.delete(object_key);
      await deleteMarkUpload(services.db, id);
      cleared += 1;
    } catch (error) {
      services.log.warn({ upload_id: id, error: String(error) }, 'a mark upload could not be cleared');
    }
  }
  return cleared;
}
