import type { IncomingMessage } from 'node:http';

/**
 * Adds the address at the other end of the connection to X-Forwarded-For, as every proxy does, so that its last
 * entry is always one that we saw ourselves.
 */
export function noteClientAddress(request: IncomingMessage): void {
  const before = request.headers['x-forwarded-for'];
  const entries = [before, request.socket.remoteAddress].flat().filter((entry) => entry !== undefined);
  request.headers['x-forwarded-for'] = entries.join(', ');
}

/** Who asks, with `proxies` of our own in front. What stands further left is the client's own word. */
export function clientAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  return entries.at(-1 - proxies) || entries[0] || 'unknown';
}
