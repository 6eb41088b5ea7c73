import { checksumHeader } from '../body/checksum.ts';
import type { ObjectRecord, StoredHeaders } from '../disk/records.ts';
import { S3Error } from '../s3-error.ts';
import type { StoreRequest } from '../store-request.ts';

const storedNames = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
] as const;
const metadataBytesLimit = 2048;

export function readStoredHeaders(request: StoreRequest): StoredHeaders {
  const headers: StoredHeaders = {};
  for (const name of storedNames) {
    const value = request.header(name);
    if (value === undefined) continue;
    checkHeaderValue(name, value);
    headers[name] = value;
  }
  // The transfer's own coding is taken off with the transfer.
  const encoding = headers['content-encoding']
    ?.split(',')
    .filter((coding) => coding.trim() !== 'aws-chunked');
  if (encoding) headers['content-encoding'] = encoding.join(',').trim();
  if (headers['content-encoding'] === '') delete headers['content-encoding'];
  let metadataBytes = 0;
  for (const name of request.headerNames()) {
    if (!isMetadata(name)) continue;
    const value = request.header(name) ?? '';
    checkHeaderValue(name, value);
    headers[name] = value;
    metadataBytes += name.length + value.length;
  }
  if (metadataBytes > metadataBytesLimit)
    throw new S3Error('InvalidArgument', `User metadata may have ${metadataBytesLimit} bytes at most.`);
  return headers;
}

/** Values that came in a query may hold what no header line can carry back. */
function checkHeaderValue(name: string, value: string): void {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
    throw new S3Error('InvalidArgument', `${name} holds a character that a header cannot carry.`);
}

function isMetadata(name: string): name is `x-amz-meta-${string}` {
  return name.startsWith('x-amz-meta-');
}

/** The headers of a GET or HEAD, with those that a presigned URL asks for in their stead. */
export function objectHeaders(record: ObjectRecord, request: StoreRequest): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...record.headers,
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  };
  for (const name of storedNames) {
    const wanted = request.query.get(`response-${name}`);
    if (wanted === undefined) continue;
    checkHeaderValue(`response-${name}`, wanted);
    headers[name] = wanted;
  }
  if (record.checksum && request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED') {
    headers[checksumHeader(record.checksum.algorithm)] = record.checksum.value;
    headers['x-amz-checksum-type'] = record.checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT';
  }
  return headers;
}
