import type { Answer } from '../answer.ts';
import { checksumHeader } from '../body/checksum.ts';
import { readBody } from '../body/read-body.ts';
import { checkWriteCondition, readWriteCondition } from '../conditions.ts';
import type { Handlers } from '../operations.ts';
import { readStoredHeaders } from './object-headers.ts';

export const putObject: Handlers['object'] = async (store, request, { bucket, key }): Promise<Answer> => {
  const condition = readWriteCondition(request.header);
  const headers = readStoredHeaders(request);
  // Refused before the body where it is plain already; the commit checks again, and only that check counts.
  checkWriteCondition(condition, bucket.find(key));
  const { blob, result } = await store.blobs.write((sink) => readBody(request, sink));
  const etag = result.md5.toString('hex');
  const draft = { key, etag, bytes: blob.bytes, headers, blobs: [blob] };
  try {
    await bucket.commit(
      result.checksum ? { ...draft, checksum: result.checksum } : draft,
      condition,
      'ObjectCreated:Put',
    );
  } catch (error) {
    store.blobs.discard([blob]);
    throw error;
  }
  const { checksum } = result;
  return {
    status: 200,
    headers: { etag: `"${etag}"`, ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }) },
  };
};
