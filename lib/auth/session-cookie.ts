import { decode } from 'next-auth/jwt';

/** All that a session carries: who, and which generation of their sessions. Everything else is read per request. */
export interface SessionClaims {
  userId: string;
  epoch: number;
}

/** The name next-auth gives the cookie: `__Secure-` where the portal is reached by https. */
export function sessionCookieName(portalUrl: string): string {
  return `${portalUrl.startsWith('https:') ? '__Secure-' : ''}next-auth.session-token`;
}

/** The claims of a session cookie that we sealed and that has not expired. */
export async function readSessionCookie(
  cookieHeader: string | null,
  settings: { PORTAL_URL: string; AUTH_SECRET: string },
): Promise<SessionClaims | undefined> {
  const token = findCookie(cookieHeader, sessionCookieName(settings.PORTAL_URL));
  if (!token) return undefined;
  try {
    const claims = await decode({ token, secret: settings.AUTH_SECRET });
    if (typeof claims?.sub !== 'string' || typeof claims.epoch !== 'number') return undefined;
    return { userId: claims.sub, epoch: claims.epoch };
  } catch {
    // Expired, forged, or sealed by another installation on the same host: not signed in.
    return undefined;
  }
}

function findCookie(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
