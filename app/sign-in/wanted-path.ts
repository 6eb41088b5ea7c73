import { cookies, headers } from 'next/headers';
import { ownPath } from '#lib/auth/own-path.ts';

/**
 * Where the person wanted to go. next-auth hands the address back whole, at the name the person came by, and after a
 * failure only in its cookie; what is not at the portal becomes `/`.
 */
export async function wantedPath(
  portalUrl: string,
  asked: string | undefined,
  failed: boolean,
): Promise<string> {
  const secure = portalUrl.startsWith('https:') ? '__Secure-' : '';
  const kept = failed ? (await cookies()).get(`${secure}next-auth.callback-url`)?.value : undefined;
  const sent = await headers();
  const hosts = [new URL(portalUrl).host, sent.get('x-forwarded-host') ?? sent.get('host')];
  const path = ownPath(asked ?? kept, hosts);
  return path.startsWith('/sign-in') ? '/' : path;
}
