import type { Problem } from './errors.ts';

/** A problem as it is sent: RFC 9457, with the request's id. */
export function problemDocument(
  problem: Problem,
  requestId: string,
): { status: number; headers: Record<string, string>; body: string } {
  const { status, code, message, details, retryAfterSeconds } = problem;
  const document = {
    type: 'about:blank',
    title: code.replaceAll('_', ' '),
    status,
    detail: message,
    code,
    request_id: requestId,
    ...details,
  };
  const headers = {
    'Content-Type': 'application/problem+json',
    'X-Request-Id': requestId,
    'Cache-Control': 'private, no-store',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
  return { status, headers, body: JSON.stringify(document) };
}
