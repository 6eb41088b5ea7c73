import type { Env } from '#lib/env.ts';
import type { Actor } from './actor.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** What a proxy adds. Through one, everybody comes from this machine. */
const forwarded = ['forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];

/**
 * A scraper on this machine, which needs no token as long as none is set. The web server has written the address of
 * the connection to X-Forwarded-For; another entry before it means that a proxy stands between.
 */
export function findLocalScraper(
  { env }: { env: Pick<Env, 'METRICS_TOKEN'> },
  { headers }: { headers: Headers },
): Actor | undefined {
  if (env.METRICS_TOKEN || headers.has('authorization') || headers.has('cookie')) return undefined;
  const address = headers.get('x-forwarded-for') ?? '';
  const isDirect = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
  if (!isDirect || !isLoopbackHost(headers.get('host') ?? undefined)) return undefined;
  // Next adds these two of its own, from the Host of the request itself.
  if (forwarded.some((name) => headers.has(name) && !isOwn(headers, name))) return undefined;
  return { kind: 'system', name: 'metrics' };
}

function isOwn(headers: Headers, name: string): boolean {
  if (name === 'x-forwarded-host') return headers.get(name) === headers.get('host');
  return name === 'x-forwarded-proto' && headers.get(name) === 'http';
}
