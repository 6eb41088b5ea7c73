import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from '#lib/content-security-policy.ts';
import { env } from '#lib/env.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { plainSearch } from '#lib/plain-search.ts';

/**
 * Gives each page a nonce of its own and tells it its path and request id. Whoever looks is not checked here: each
 * page, route and action asks the permission table itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const settings = env();
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, settings);
  const requestId = acceptRequestId(request.headers.get('x-request-id'));

  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-request-id', requestId);
  headers.set('x-portal-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  // Next reads the nonce for its own scripts from here.
  headers.set('Content-Security-Policy', policy);

  const search = plainSearch(request.nextUrl.searchParams);
  const address = request.nextUrl.clone();
  if (search) address.search = search.toString();
  const response = search
    ? NextResponse.rewrite(address, { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('X-Request-Id', requestId);
  if (settings.PORTAL_URL.startsWith('https:')) {
    response.headers.set('Strict-Transport-Security', 'max-age=31536000');
  }
  return response;
}

export const config = {
  // Routes stay out: Next hands a matched request at most 10 MB of its body. Static files need no nonce.
  matcher: ['/((?!api/|_next/static/|_next/image|fonts/|icons/|favicon\\.ico$).*)'],
};
