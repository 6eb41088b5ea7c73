import type { Services } from '#lib/services.ts';

/**
 * Takes away what an upload left in the store: every multipart upload under way at its key, known to us or not,
 * and the object. An upload that was signed before may still write; the sweep comes back once no URL is good.
 */
export async function discardLanding(services: Services, objectKey: string): Promise<void> {
  for await (const pending of services.store.listMultipart(objectKey)) {
    if (pending.key === objectKey) await services.store.abortMultipart(objectKey, pending.uploadId);
  }
  await services.store.delete(objectKey);
}
