import type { Answer } from '../answer.ts';
import type { Handlers } from '../operations.ts';

export const abortMultipartUpload: Handlers['object'] = async (
  _store,
  request,
  { bucket, key },
): Promise<Answer> => {
  const uploadId = request.query.get('uploadId') ?? '';
  await bucket.uploads.withUpload(key, uploadId, (upload) => bucket.uploads.remove(upload, []));
  return { status: 204 };
};
