import type { Answer } from '../answer.ts';
import { checksumHeader } from '../body/checksum.ts';
import { readBody } from '../body/read-body.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';

export const uploadPart: Handlers['object'] = async (store, request, { bucket, key }): Promise<Answer> => {
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000)
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  if (request.header('x-amz-copy-source') !== undefined)
    throw new S3Error('NotImplemented', 'Parts can be sent, not copied.');
  const uploadId = request.query.get('uploadId') ?? '';
  bucket.uploads.get(key, uploadId);
  const { blob, result } = await store.blobs.write((sink) => readBody(request, sink));
  const { checksum } = result;
  const part = {
    number,
    etag: result.md5.toString('hex'),
    bytes: blob.bytes,
    modifiedAt: new Date().toISOString(),
    blob,
    ...(checksum && { checksum }),
  };
  try {
    await bucket.uploads.withUpload(key, uploadId, (upload) => bucket.uploads.setPart(upload, part));
  } catch (error) {
    // Aborted or completed while the part was on its way.
    store.blobs.discard([blob]);
    throw error;
  }
  return {
    status: 200,
    headers: {
      etag: `"${part.etag}"`,
      ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
    },
  };
};
