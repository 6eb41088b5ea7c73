import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestTarget } from '../request-target.ts';
import { S3Error } from '../s3-error.ts';
import { canonicalRequest } from './canonical-request.ts';
import { readClaim, type SignatureClaim } from './signature-claim.ts';
import { requestSignature, signingKey } from './signing-key.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request whose signature holds, with what the chunks of a streamed body are checked against. */
export interface VerifiedRequest {
  claim: SignatureClaim;
  key: Buffer;
  /** A hash in hex, `UNSIGNED-PAYLOAD` or one of the `STREAMING-…` words. */
  payloadHash: string;
}

const clockSkewMs = 15 * 60_000;

export function verifyRequest(
  request: {
    method: string;
    target: RequestTarget;
    query: ReadonlyMap<string, string>;
    headers: IncomingHttpHeaders;
  },
  options: { credentials: Credentials; region: string; now: Date },
): VerifiedRequest {
  const { headers, query } = request;
  const claim = readClaim(headers, query);
  if (claim.accessKeyId !== options.credentials.accessKeyId)
    throw new S3Error('InvalidAccessKeyId', 'There is no such access key.');
  if (claim.region !== options.region || claim.service !== 's3')
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      `The signature must be for the region '${options.region}' and the service 's3'.`,
    );
  checkTime(claim, options.now);
  checkSignedHeaders(claim, headers);
  const payloadHash =
    claim.via === 'query'
      ? (query.get('X-Amz-Content-Sha256') ?? single(headers['x-amz-content-sha256']) ?? 'UNSIGNED-PAYLOAD')
      : single(headers['x-amz-content-sha256']);
  if (payloadHash === undefined)
    throw new S3Error('MissingSecurityHeader', 'The header x-amz-content-sha256 is missing.');
  const key = signingKey(options.credentials.secretAccessKey, claim);
  const expected = requestSignature(key, claim, canonicalRequest({ ...request, claim, payloadHash }));
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(claim.signature)))
    throw new S3Error('SignatureDoesNotMatch', 'The signature does not belong to this request.');
  return { claim, key, payloadHash };
}

function checkTime(claim: SignatureClaim, now: Date): void {
  const signedAt = Date.parse(
    claim.timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const age = now.getTime() - signedAt;
  if (Number.isNaN(age) || !claim.timestamp.startsWith(claim.day))
    throw new S3Error('AccessDenied', 'The date of the signature and its scope do not agree.');
  if (age < -clockSkewMs || (claim.via === 'header' && age > clockSkewMs))
    throw new S3Error('RequestTimeTooSkewed', 'The clocks of the client and the store are too far apart.');
  if (claim.expiresSeconds !== undefined && age > claim.expiresSeconds * 1000)
    throw new S3Error('AccessDenied', 'Request has expired');
}

/** What steers the store must be covered: an unsigned `x-amz-…` header could change what a presigned URL does. */
function checkSignedHeaders(claim: SignatureClaim, headers: IncomingHttpHeaders): void {
  const signed = new Set(claim.signedHeaders);
  const sorted = [...signed].sort();
  const inOrder =
    sorted.length === claim.signedHeaders.length &&
    sorted.every((name, index) => name === claim.signedHeaders[index] && name === name.toLowerCase());
  const loose = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.has(name));
  if (!inOrder || !signed.has('host') || loose.length > 0)
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed');
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
