import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { nextAuthOptions } from '#lib/auth/next-auth-options.ts';
import { refuseForeignOrigin } from '#lib/auth/same-origin.ts';
import { shareWithNextAuth } from '#lib/env.ts';
import { notFound } from '#lib/errors.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { readBody } from '#lib/read-body.ts';
import { problemResponse } from '#lib/route.ts';
import { services } from '#lib/services.ts';

/** next-auth's own handlers, without the one that lets anybody write into the log. */
const actions = new Set(['csrf', 'session', 'signin', 'signout', 'callback', 'providers', 'error']);
const maxBodyBytes = 16 * 1024;

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const scope = services();
  const requestId = acceptRequestId(request.headers.get('x-request-id'));
  try {
    const [action] = (await context.params).nextauth;
    if (!actions.has(action ?? '')) throw notFound();
    refuseForeignOrigin(request, scope.env.PORTAL_URL);
    shareWithNextAuth(scope.env);
    const response: Response = await NextAuth(await bounded(request), context, nextAuthOptions(scope));
    response.headers.set('X-Request-Id', requestId);
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  } catch (error) {
    return problemResponse(error, { requestId, log: scope.log, path: request.nextUrl.pathname });
  }
}

/** The same request with its body read up to the limit, since next-auth reads without one. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  if (request.method !== 'POST') return request;
  const body = await readBody(request, maxBodyBytes);
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body });
}

export { handle as GET, handle as POST };
