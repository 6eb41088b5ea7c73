import { S3Error } from '../s3-error.ts';

/** What a request says of its own signature, in the header or in the query. Nothing of it is verified yet. */
export interface SignatureClaim {
  via: 'header' | 'query';
  accessKeyId: string;
  day: string;
  region: string;
  service: string;
  /** `20260102T030405Z` */
  timestamp: string;
  signedHeaders: readonly string[];
  signature: string;
  /** How long a presigned URL holds; only in the query. */
  expiresSeconds: number | undefined;
}

export const algorithm = 'AWS4-HMAC-SHA256';
const presignLimitSeconds = 7 * 24 * 3600;

export function readClaim(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  query: ReadonlyMap<string, string>,
): SignatureClaim {
  const authorization = headers.authorization;
  if (query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature')) {
    if (authorization !== undefined)
      throw new S3Error('InvalidArgument', 'Sign in the header or in the query, not in both.');
    return fromQuery(query);
  }
  if (typeof authorization !== 'string')
    throw new S3Error('AccessDenied', 'The request is not signed, and nothing here is public.');
  return fromHeader(authorization, headers['x-amz-date']);
}

function fromHeader(authorization: string, date: string | string[] | undefined): SignatureClaim {
  const match =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+)\s*,\s*SignedHeaders=([^,\s]+)\s*,\s*Signature=([0-9a-f]{64})$/.exec(
      authorization.trim(),
    );
  const [, credential, signedHeaders, signature] = match ?? [];
  if (!credential || !signedHeaders || !signature)
    throw new S3Error('AccessDenied', `The Authorization header is not of the form ${algorithm}.`);
  const scope = readScope(credential);
  if (!scope) throw new S3Error('AuthorizationHeaderMalformed', 'The credential scope is malformed.');
  if (typeof date !== 'string' || !/^\d{8}T\d{6}Z$/.test(date))
    throw new S3Error('AccessDenied', 'A signed request carries the header x-amz-date.');
  return {
    via: 'header',
    ...scope,
    timestamp: date,
    signedHeaders: signedHeaders.split(';'),
    signature,
    expiresSeconds: undefined,
  };
}

function fromQuery(query: ReadonlyMap<string, string>): SignatureClaim {
  const scope = readScope(query.get('X-Amz-Credential') ?? '');
  const timestamp = query.get('X-Amz-Date') ?? '';
  const signature = query.get('X-Amz-Signature') ?? '';
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? '';
  const expires = query.get('X-Amz-Expires') ?? '';
  const whole =
    query.get('X-Amz-Algorithm') === algorithm &&
    /^\d{8}T\d{6}Z$/.test(timestamp) &&
    /^[0-9a-f]{64}$/.test(signature) &&
    /^[0-9]{1,6}$/.test(expires) &&
    signedHeaders !== '';
  if (!whole || !scope || Number(expires) < 1 || Number(expires) > presignLimitSeconds)
    throw new S3Error('AuthorizationQueryParametersError', 'The query of the presigned URL is malformed.');
  return {
    via: 'query',
    ...scope,
    timestamp,
    signedHeaders: signedHeaders.split(';'),
    signature,
    expiresSeconds: Number(expires),
  };
}

function readScope(
  credential: string,
): Pick<SignatureClaim, 'accessKeyId' | 'day' | 'region' | 'service'> | undefined {
  const match = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential);
  const [, accessKeyId, day, region, service] = match ?? [];
  return accessKeyId && day && region && service ? { accessKeyId, day, region, service } : undefined;
}
