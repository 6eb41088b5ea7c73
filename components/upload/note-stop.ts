import { markSent, note, type Uploader } from './upload-file.ts';
import { problemOf, storeStatus } from './upload-problem.ts';

/** What an error of Uppy's means for its file: a problem to be shown, or bytes that are there all the same. */
export function noteStop(uppy: Uploader, id: string, error: unknown): void {
  const file = uppy.getFile(id);
  if (!file) return;
  const status = storeStatus(error);
  // 412: the object is there already, and a second writer is not wanted.
  if (status === 412) markSent(uppy, id);
  else if (status === 404 && file.s3Multipart) {
    // The store has forgotten the parts, or has just made the object of them: the completion call will tell.
    uppy.setFileState(id, { s3Multipart: undefined });
    markSent(uppy, id);
  } else note(uppy, id, { problem: problemOf(error) });
}
