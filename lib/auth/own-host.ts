import type { IncomingMessage } from 'node:http';

/**
 * Leaves of `X-Forwarded-Host` and `X-Forwarded-Proto` what names the portal itself. Everybody can send them and many
 * proxies pass them on, while Next and next-auth build addresses from them and take such a host for an origin of ours.
 */
export function keepOwnHost(request: Pick<IncomingMessage, 'headers'>, portalUrl: string): void {
  const { host, protocol } = new URL(portalUrl);
  if (request.headers['x-forwarded-host'] !== host) delete request.headers['x-forwarded-host'];
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
}
