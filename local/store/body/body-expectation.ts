import { S3Error } from '../s3-error.ts';
import type { StoreRequest } from '../store-request.ts';
import { type Checksum, type ChecksumAlgorithm, checksumOfHeader, parseAlgorithm } from './checksum.ts';

/** What a request promises of its body, to be held against what arrives. */
export interface BodyExpectation {
  bytes: number;
  /** Undefined where the payload is not signed as a whole. */
  sha256Hex: string | undefined;
  md5Base64: string | undefined;
  /** With its value where a header gives it; a trailer brings the value after the body. */
  checksum: { algorithm: ChecksumAlgorithm; value: string | undefined } | undefined;
  /** Name of the trailer that brings the checksum. */
  trailer: string | undefined;
  chunked: boolean;
  chunksSigned: boolean;
}

const chunkedForms = new Map([
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', false],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', true],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', true],
]);

export function bodyExpectation(request: StoreRequest): BodyExpectation {
  const { payloadHash } = request.verified;
  const chunksSigned = chunkedForms.get(payloadHash);
  const chunked = chunksSigned !== undefined;
  const whole = /^[0-9a-f]{64}$/.test(payloadHash);
  if (!chunked && !whole && payloadHash !== 'UNSIGNED-PAYLOAD')
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 is none of the known forms.');
  const trailer = chunked ? request.header('x-amz-trailer')?.trim().toLowerCase() : undefined;
  return {
    bytes: announcedBytes(request.header(chunked ? 'x-amz-decoded-content-length' : 'content-length')),
    sha256Hex: whole ? payloadHash : undefined,
    md5Base64: readMd5(request.header('content-md5')),
    checksum: expectedChecksum(request, trailer),
    trailer,
    chunked,
    chunksSigned: chunksSigned === true,
  };
}

function announcedBytes(text: string | undefined): number {
  if (text === undefined) throw new S3Error('MissingContentLength', 'The length of the body must be given.');
  if (!/^\d{1,15}$/.test(text))
    throw new S3Error('InvalidArgument', 'The length of the body is not a number.');
  return Number(text);
}

function readMd5(value: string | undefined): string | undefined {
  if (value !== undefined && Buffer.from(value, 'base64').length !== 16)
    throw new S3Error('InvalidDigest', 'The Content-MD5 you specified is not valid.');
  return value;
}

function expectedChecksum(request: StoreRequest, trailer: string | undefined): BodyExpectation['checksum'] {
  const given: Checksum[] = request
    .headerNames()
    .map((name) => ({ algorithm: checksumOfHeader(name), value: request.header(name) ?? '' }))
    .filter((checksum): checksum is Checksum => checksum.algorithm !== undefined);
  if (given.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  if (given[0]) return given[0];
  const named = trailer !== undefined ? checksumOfHeader(trailer) : undefined;
  if (named) return { algorithm: named, value: undefined };
  const asked = request.header('x-amz-sdk-checksum-algorithm');
  return asked === undefined ? undefined : { algorithm: parseAlgorithm(asked), value: undefined };
}
