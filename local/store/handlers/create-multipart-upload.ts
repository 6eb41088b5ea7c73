import { type Answer, xmlAnswer } from '../answer.ts';
import { parseAlgorithm } from '../body/checksum.ts';
import { checkWriteCondition, readWriteCondition } from '../conditions.ts';
import type { Handlers } from '../operations.ts';
import { xmlDocument } from '../xml.ts';
import { readStoredHeaders } from './object-headers.ts';

/** A condition given here saves the transfer where it can't hold any more; the one that binds is the completion's. */
export const createMultipartUpload: Handlers['object'] = async (
  _store,
  request,
  { bucket, key },
): Promise<Answer> => {
  checkWriteCondition(readWriteCondition(request.header), bucket.find(key));
  const asked = request.header('x-amz-checksum-algorithm');
  const algorithm = asked && parseAlgorithm(asked);
  const { uploadId } = await bucket.uploads.create(key, readStoredHeaders(request));
  const answer = xmlAnswer(
    xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: uploadId }),
  );
  return algorithm
    ? { ...answer, headers: { ...answer.headers, 'x-amz-checksum-algorithm': algorithm } }
    : answer;
};
