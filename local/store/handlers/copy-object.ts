import { xmlAnswer } from '../answer.ts';
import { BodyDigest } from '../body/body-digest.ts';
import { checksumElement } from '../body/checksum.ts';
import { checkWriteCondition, matches, preconditionFailed, readWriteCondition } from '../conditions.ts';
import type { ObjectRecord } from '../disk/records.ts';
import type { Handlers } from '../operations.ts';
import { parseTarget } from '../request-target.ts';
import { S3Error } from '../s3-error.ts';
import type { Store } from '../store.ts';
import type { StoreRequest } from '../store-request.ts';
import { xmlDocument } from '../xml.ts';
import { readStoredHeaders } from './object-headers.ts';

export const copyObject: Handlers['object'] = async (store, request, { bucket, key }) => {
  const condition = readWriteCondition(request.header);
  checkWriteCondition(condition, bucket.find(key));
  const source = findSource(store, request.header('x-amz-copy-source') ?? '');
  checkSource(request, source);
  const replaced = request.header('x-amz-metadata-directive')?.toUpperCase() === 'REPLACE';
  const { blob, result } = await store.blobs.write(async (sink) => {
    const digest = new BodyDigest(source.checksum ? [source.checksum.algorithm] : []);
    if (source.bytes > 0)
      for await (const data of store.blobs.read(source.blobs, 0, source.bytes - 1)) {
        digest.update(data);
        await sink(data);
      }
    return digest.finish();
  });
  const algorithm = source.checksum?.algorithm;
  const checksum = algorithm && { algorithm, value: result.of(algorithm)?.toString('base64') ?? '' };
  try {
    const record = await bucket.commit(
      {
        key,
        etag: result.md5.toString('hex'),
        bytes: blob.bytes,
        headers: replaced ? readStoredHeaders(request) : source.headers,
        blobs: [blob],
        ...(checksum && { checksum }),
      },
      condition,
      'ObjectCreated:Copy',
    );
    const members = {
      ETag: `"${record.etag}"`,
      LastModified: record.modifiedAt,
      ...checksumElement(checksum),
    };
    return xmlAnswer(xmlDocument('CopyObjectResult', members));
  } catch (error) {
    store.blobs.discard([blob]);
    throw error;
  }
};

/** `/bucket/key` or `bucket/key`, percent-encoded. */
function findSource(store: Store, header: string): ObjectRecord {
  const { bucket, key, query } = parseTarget(header.startsWith('/') ? header : `/${header}`);
  if (query.length > 0) throw new S3Error('NotImplemented', 'Versions are not kept here.');
  return store.bucket(bucket).get(key ?? '');
}

function checkSource(request: StoreRequest, source: ObjectRecord): void {
  const ifMatch = request.header('x-amz-copy-source-if-match');
  const ifNoneMatch = request.header('x-amz-copy-source-if-none-match');
  if (ifMatch !== undefined && !matches(ifMatch, source.etag)) throw preconditionFailed();
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, source.etag)) throw preconditionFailed();
  for (const name of ['x-amz-copy-source-if-modified-since', 'x-amz-copy-source-if-unmodified-since'])
    if (request.header(name) !== undefined)
      throw new S3Error('NotImplemented', `${name} is not supported here.`);
}
