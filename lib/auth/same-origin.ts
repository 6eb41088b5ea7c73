import { Problem } from '#lib/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a state-changing request that a browser sends with its cookies from another site. SameSite=Lax keeps
 * most of them out already; a sibling subdomain counts as the same site and is stopped here.
 */
export function refuseForeignOrigin(request: { method: string; headers: Headers }, portalUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw foreign();
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const own = [
    new URL(portalUrl).host,
    request.headers.get('x-forwarded-host') ?? request.headers.get('host'),
  ];
  if (!URL.canParse(origin) || !own.includes(new URL(origin).host)) throw foreign();
}

function foreign(): Problem {
  return new Problem(
    'forbidden',
    'This request comes from another site, so it was not done. Open the portal and try there.',
  );
}
