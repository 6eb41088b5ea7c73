import type { Answer } from '../answer.ts';
import { parseRange } from '../byte-range.ts';
import { checkReadCondition, matches } from '../conditions.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';
import { objectHeaders } from './object-headers.ts';

export const getObject: Handlers['object'] = async (store, request, { bucket, key }): Promise<Answer> => {
  const record = bucket.get(key);
  const headers = objectHeaders(record, request);
  if (checkReadCondition(request.header, record) === 'not modified') return { status: 304, headers };
  // A download that is resumed after the object changed starts anew.
  const ifRange = request.header('if-range');
  const stale = ifRange !== undefined && !matches(ifRange, record.etag);
  const range = parseRange(stale ? undefined : request.header('range'), record.bytes);
  if (range === 'unsatisfiable') throw new S3Error('InvalidRange', 'The requested range is not satisfiable');
  const head = request.method === 'HEAD';
  if (range === 'whole') {
    headers['content-length'] = String(record.bytes);
    if (head || record.bytes === 0) return { status: 200, headers };
    return { status: 200, headers, body: store.blobs.read(record.blobs, 0, record.bytes - 1) };
  }
  headers['content-length'] = String(range.last - range.first + 1);
  headers['content-range'] = `bytes ${range.first}-${range.last}/${record.bytes}`;
  // A checksum of the whole object would be taken for one of the part.
  for (const name of Object.keys(headers)) if (name.startsWith('x-amz-checksum-')) delete headers[name];
  if (head) return { status: 206, headers };
  return { status: 206, headers, body: store.blobs.read(record.blobs, range.first, range.last) };
};
