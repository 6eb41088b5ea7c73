import { NextRequest } from 'next/server';
import { notFound, Problem } from '#lib/errors.ts';
import { readBody } from '#lib/read-body.ts';
import { ownPath } from './own-path.ts';

/** next-auth's actions that the portal has a use for, without the one that lets anybody write into the log. */
const actions: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'signin', 'signout', 'providers', 'error'],
  POST: ['signin', 'signout', 'callback'],
};
const maxBodyBytes = 16 * 1024;

/**
 * The request as next-auth may be handed it. It reads bodies without a limit, and writes `callbackUrl` and `error` into
 * addresses as they come, where a control character or another alphabet makes it fail.
 */
export async function plainAuthRequest(
  request: NextRequest,
  path: readonly string[],
  portalUrl: string,
): Promise<NextRequest> {
  const [action = '', provider] = path;
  if (!actions[request.method]?.includes(action)) throw notFound();
  if (action === 'callback' && provider !== 'credentials') throw notFound();
  const hosts = [
    new URL(portalUrl).host,
    request.headers.get('x-forwarded-host') ?? request.headers.get('host'),
  ];
  const url = new URL(request.url);
  tidy(url.searchParams, hosts);
  const { method, headers } = request;
  if (method !== 'POST') return new NextRequest(url, { method, headers });
  const body = await readBody(request, maxBodyBytes);
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (body.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new Problem('invalid_request', 'Send the fields of the form.');
  const fields = new URLSearchParams(body.toString('utf8'));
  tidy(fields, hosts);
  return new NextRequest(url, { method, headers, body: fields.toString() });
}

function tidy(fields: URLSearchParams, hosts: readonly (string | null)[]): void {
  const callbackUrl = fields.get('callbackUrl');
  if (callbackUrl !== null) fields.set('callbackUrl', ownPath(callbackUrl, hosts));
  const error = fields.get('error');
  if (error !== null && !/^\w{1,64}$/.test(error)) fields.delete('error');
}
