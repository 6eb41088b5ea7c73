import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { nextAuthOptions } from '#lib/auth/next-auth-options.ts';
import { plainAuthRequest } from '#lib/auth/plain-auth-request.ts';
import { refuseForeignOrigin } from '#lib/auth/same-origin.ts';
import { shareWithNextAuth } from '#lib/env.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { problemResponse } from '#lib/route.ts';
import { services } from '#lib/services.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own handlers. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const scope = services();
  const requestId = acceptRequestId(request.headers.get('x-request-id'));
  try {
    refuseForeignOrigin(request, scope.env.PORTAL_URL);
    const plain = await plainAuthRequest(request, (await context.params).nextauth, scope.env.PORTAL_URL);
    shareWithNextAuth(scope.env);
    const response: Response = await NextAuth(plain, context, nextAuthOptions(scope));
    response.headers.set('X-Request-Id', requestId);
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  } catch (error) {
    return problemResponse(error, { requestId, log: scope.log, path: request.nextUrl.pathname });
  }
}

export { handle as GET, handle as POST };

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ GET: handle, POST: handle });
