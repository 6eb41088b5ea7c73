import type { SignAnswer } from '#lib/upload/sign-schema.ts';
import { callPortal } from './call-portal.ts';
import type { Uploader } from './upload-file.ts';

interface StoreRequest {
  method: string;
  key: string;
  uploadId?: string;
  partNumber?: number;
}

/** Uppy's `signRequest`: each request to the store is signed by the portal when it is about to be sent. */
export function signStep(uppy: Uploader, onStart: (id: string) => void) {
  return async ({ method, key, uploadId, partNumber }: StoreRequest): Promise<SignAnswer> => {
    const file = uppy.getFiles().find(({ meta }) => meta.object_key === key);
    // A paused file that waited in Uppy's line would begin all the same; resuming asks again.
    if (file?.isPaused) throw new DOMException('This upload is paused.', 'AbortError');
    if (file) onStart(file.id);
    return callPortal<SignAnswer>('POST', '/api/uploads/sign', {
      body: { method, key, uploadId, partNumber },
    });
  };
}
