import { type Answer, xmlAnswer } from '../answer.ts';
import { compareKeys } from '../key-order.ts';
import type { Handlers } from '../operations.ts';
import { xmlDocument } from '../xml.ts';
import { keyEncoder, readLimit } from './list-query.ts';

export const listMultipartUploads: Handlers['bucket'] = async (
  _store,
  request,
  { bucket },
): Promise<Answer> => {
  const prefix = request.query.get('prefix') ?? '';
  const keyMarker = request.query.get('key-marker') ?? '';
  const idMarker = request.query.get('upload-id-marker') ?? '';
  const max = readLimit(request, 'max-uploads');
  const encode = keyEncoder(request);
  const matching = bucket.uploads.list().filter(({ key }) => key.startsWith(prefix));
  const marked = matching.findIndex(({ key, uploadId }) => key === keyMarker && uploadId === idMarker);
  const left =
    marked >= 0
      ? matching.slice(marked + 1)
      : matching.filter(({ key }) => keyMarker === '' || compareKeys(key, keyMarker) > 0);
  const page = left.slice(0, max);
  const truncated = page.length < left.length;
  const last = truncated ? page.at(-1) : undefined;
  return xmlAnswer(
    xmlDocument('ListMultipartUploadsResult', {
      Bucket: bucket.name,
      KeyMarker: encode(keyMarker),
      UploadIdMarker: idMarker,
      NextKeyMarker: last && encode(last.key),
      NextUploadIdMarker: last?.uploadId,
      Prefix: encode(prefix),
      EncodingType: request.query.get('encoding-type'),
      MaxUploads: max,
      IsTruncated: truncated,
      Upload: page.map((upload) => ({
        Key: encode(upload.key),
        UploadId: upload.uploadId,
        StorageClass: 'STANDARD',
        Initiated: upload.initiatedAt,
      })),
    }),
  );
};
