import { type Answer, xmlAnswer } from '../answer.ts';
import { checksumElement } from '../body/checksum.ts';
import type { Handlers } from '../operations.ts';
import { xmlDocument } from '../xml.ts';
import { readLimit } from './list-query.ts';

export const listParts: Handlers['object'] = async (_store, request, { bucket, key }): Promise<Answer> => {
  const uploadId = request.query.get('uploadId') ?? '';
  const upload = bucket.uploads.get(key, uploadId);
  const marker = Number(request.query.get('part-number-marker') ?? 0);
  const max = readLimit(request, 'max-parts');
  const left = [...upload.parts.values()]
    .filter((part) => part.number > marker)
    .sort((a, b) => a.number - b.number);
  const page = left.slice(0, max);
  return xmlAnswer(
    xmlDocument('ListPartsResult', {
      Bucket: bucket.name,
      Key: key,
      UploadId: uploadId,
      PartNumberMarker: marker,
      NextPartNumberMarker: page.at(-1)?.number,
      MaxParts: max,
      IsTruncated: page.length < left.length,
      StorageClass: 'STANDARD',
      Part: page.map((part) => ({
        PartNumber: part.number,
        LastModified: part.modifiedAt,
        ETag: `"${part.etag}"`,
        Size: part.bytes,
        ...checksumElement(part.checksum),
      })),
    }),
  );
};
