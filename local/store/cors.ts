import type { IncomingHttpHeaders } from 'node:http';

const methods = 'PUT, POST, GET, HEAD, DELETE';
/** What presigned uploads send beside the headers that every page may send. */
const allowedHeaders = 'content-type, content-md5, if-none-match, if-match, range, x-amz-checksum-sha256';
const exposedHeaders = 'ETag, Content-Length, Content-Range, x-amz-request-id';
const preflightSeconds = 3600;

/** Headers for a page of one of `origins`; every answer gets them, refusals too, so that the page can tell why. */
export function corsHeaders(
  headers: IncomingHttpHeaders,
  origins: readonly string[],
): Record<string, string> {
  const { origin } = headers;
  const vary = { vary: 'Origin' };
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
  };
}

/** The answer to a preflight, which no browser signs; undefined where the origin may not ask. */
export function preflightHeaders(
  headers: IncomingHttpHeaders,
  origins: readonly string[],
): Record<string, string> | undefined {
  const cors = corsHeaders(headers, origins);
  if (!('access-control-allow-origin' in cors)) return undefined;
  return {
    ...cors,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightSeconds),
  };
}
