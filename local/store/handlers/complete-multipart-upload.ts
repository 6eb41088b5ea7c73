import { type Answer, xmlAnswer } from '../answer.ts';
import { checksumElement } from '../body/checksum.ts';
import { readText } from '../body/read-body.ts';
import type { Bucket } from '../bucket.ts';
import { checkWriteCondition, readWriteCondition, type WriteCondition } from '../conditions.ts';
import type { ObjectRecord } from '../disk/records.ts';
import type { MultipartUpload } from '../multipart-uploads.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';
import { xmlDocument } from '../xml.ts';
import { readXml, type XmlElement } from '../xml-reader.ts';
import { compositeChecksum, multipartEtag, readCompletion } from './completion-parts.ts';

const textLimit = 4 * 1024 * 1024;

export const completeMultipartUpload: Handlers['object'] = async (
  _store,
  request,
  { bucket, key },
): Promise<Answer> => {
  const uploadId = request.query.get('uploadId') ?? '';
  const condition = readWriteCondition(request.header);
  const document = readXml(await readText(request, textLimit));
  // An answer that got lost on its way is given again.
  const standing = bucket.find(key);
  if (standing?.uploadId === uploadId) return completed(bucket, standing);
  checkWriteCondition(condition, standing);
  const record = await bucket.uploads.withUpload(key, uploadId, (upload) =>
    assemble(bucket, upload, document, condition),
  );
  return completed(bucket, record);
};

/** The object consists of the parts as they lie there: nothing is copied, so that a completion is short. */
async function assemble(
  bucket: Bucket,
  upload: MultipartUpload,
  document: XmlElement,
  condition: WriteCondition,
): Promise<ObjectRecord> {
  const parts = readCompletion(document, upload.parts);
  const { key, headers, uploadId } = upload.record;
  const checksum = compositeChecksum(parts);
  const draft = {
    key,
    etag: multipartEtag(parts),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    headers,
    blobs: parts.map((part) => part.blob),
    uploadId,
    ...(checksum && { checksum }),
  };
  try {
    const record = await bucket.commit(draft, condition, 'ObjectCreated:CompleteMultipartUpload');
    await bucket.uploads.remove(upload, parts);
    return record;
  } catch (error) {
    // The condition held when the request came, so another write got in between: S3 answers that as a conflict.
    if (error instanceof S3Error && error.code === 'PreconditionFailed')
      throw new S3Error('ConditionalRequestConflict', 'Another write of this key came first. Try again.');
    throw error;
  }
}

function completed(bucket: Bucket, record: ObjectRecord): Answer {
  return xmlAnswer(
    xmlDocument('CompleteMultipartUploadResult', {
      Location: `/${bucket.name}/${record.key}`,
      Bucket: bucket.name,
      Key: record.key,
      ETag: `"${record.etag}"`,
      ...checksumElement(record.checksum),
    }),
  );
}
