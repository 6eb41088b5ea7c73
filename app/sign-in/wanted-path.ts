import { cookies } from 'next/headers';
import { localPath } from '#lib/auth/local-path.ts';

/**
 * Where the person wanted to go. next-auth hands the address back whole, and after a failure only in its cookie;
 * what is not below the portal's own address becomes `/`.
 */
export async function wantedPath(
  portalUrl: string,
  asked: string | undefined,
  failed: boolean,
): Promise<string> {
  const secure = portalUrl.startsWith('https:') ? '__Secure-' : '';
  const kept = failed ? (await cookies()).get(`${secure}next-auth.callback-url`)?.value : undefined;
  const value = asked ?? kept;
  const { origin } = new URL(portalUrl);
  const path = localPath(value?.startsWith(`${origin}/`) ? value.slice(origin.length) : value);
  return path.startsWith('/sign-in') ? '/' : path;
}
