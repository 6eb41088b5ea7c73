import type { UploadAnswer } from '#lib/upload/request-schema.ts';
import { callPortal } from './call-portal.ts';
import { markSent, markUnsent, note, type Uploader } from './upload-file.ts';

/**
 * Before Uppy sends: the portal makes the asset, or finds the one that the same key made before. Where that is no
 * longer waiting for bytes, there is nothing to send.
 */
export function askStep(uppy: Uploader, cancelAsset: (assetId: string) => void) {
  return async (ids: string[]): Promise<void> => {
    await Promise.all(ids.map((id) => ask(uppy, id, cancelAsset)));
  };
}

async function ask(uppy: Uploader, id: string, cancelAsset: (assetId: string) => void): Promise<void> {
  const file = uppy.getFile(id);
  if (!file || file.progress.uploadComplete) return;
  note(uppy, id, { step: 'asking' });
  try {
    const answer = await callPortal<UploadAnswer>('POST', '/api/assets', {
      headers: { 'Idempotency-Key': file.meta.idempotency_key },
      body: {
        product_id: file.meta.product_id,
        filename: file.name,
        content_type: file.meta.declared_type,
        byte_size: file.size ?? 0,
      },
    });
    // Cancelled while the portal was being asked: what it made for this must go too.
    if (!uppy.getFile(id)) return cancelAsset(answer.asset_id);
    note(uppy, id, {
      step: 'waiting',
      asset_id: answer.asset_id,
      object_key: answer.object_key,
      status: answer.status,
    });
    if (answer.status !== 'UPLOADING') markSent(uppy, id);
    else if (!file.s3Multipart && file.progress.uploadStarted) markUnsent(uppy, id);
  } catch (error) {
    const current = uppy.getFile(id);
    if (current) uppy.emit('upload-error', current, error as Error);
  }
}
