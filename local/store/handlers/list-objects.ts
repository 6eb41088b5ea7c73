import { type Answer, xmlAnswer } from '../answer.ts';
import type { Bucket } from '../bucket.ts';
import { listPage, type PageStart } from '../list-page.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';
import { xmlDocument } from '../xml.ts';
import { keyEncoder, readLimit } from './list-query.ts';

/** ListObjectsV2; the first version of the call is not offered. */
export const listObjects: Handlers['bucket'] = async (_store, request, { bucket }): Promise<Answer> => {
  if (request.query.get('list-type') !== '2')
    throw new S3Error('NotImplemented', 'Only list-type=2 is offered here.');
  const prefix = request.query.get('prefix') ?? '';
  const delimiter = request.query.get('delimiter') ?? '';
  const max = readLimit(request, 'max-keys');
  const token = request.query.get('continuation-token');
  const startAfter = request.query.get('start-after');
  const encode = keyEncoder(request);
  const start = token !== undefined ? readToken(token) : startAfter ? { after: startAfter } : undefined;
  const page = listPage(bucket.keys, { prefix, delimiter, max, start });
  return xmlAnswer(
    xmlDocument('ListBucketResult', {
      Name: bucket.name,
      Prefix: encode(prefix),
      Delimiter: delimiter === '' ? undefined : encode(delimiter),
      MaxKeys: max,
      EncodingType: request.query.get('encoding-type'),
      KeyCount: page.keys.length + page.commonPrefixes.length,
      IsTruncated: page.next !== undefined,
      ContinuationToken: token,
      NextContinuationToken: page.next && writeToken(page.next),
      StartAfter: startAfter && encode(startAfter),
      Contents: page.keys.map((key) => contents(bucket, key, encode)),
      CommonPrefixes: page.commonPrefixes.map((common) => ({ Prefix: encode(common) })),
    }),
  );
};

function contents(bucket: Bucket, key: string, encode: (key: string) => string) {
  const record = bucket.get(key);
  return {
    Key: encode(key),
    LastModified: record.modifiedAt,
    ETag: `"${record.etag}"`,
    ChecksumAlgorithm: record.checksum?.algorithm,
    Size: record.bytes,
    StorageClass: 'STANDARD',
  };
}

function writeToken(start: PageStart): string {
  return Buffer.from(JSON.stringify(start)).toString('base64url');
}

function readToken(token: string): PageStart {
  try {
    const { after, pastPrefix } = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (typeof after === 'string') return { after };
    if (typeof pastPrefix === 'string') return { pastPrefix };
  } catch {
    // Answered below, as a token of another shape is.
  }
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}
