import { isLoopbackHost } from '#lib/auth/loopback-host.ts';
import type { Env } from '#lib/env.ts';
import type { OwnAddresses } from './read-link.ts';

/** Where people reach this portal and its store. On one's own machine each name of it is the same place. */
export function ownAddresses(env: Env): OwnAddresses {
  const portal = new URL(env.PORTAL_URL);
  const names = isLoopbackHost(portal.host) ? ['localhost', '127.0.0.1', '[::1]'] : [];
  const portals = names.map((name) => `${portal.protocol}//${name}${portal.port && `:${portal.port}`}`);
  const stores = [env.S3_PUBLIC_ENDPOINT, env.S3_ENDPOINT].filter((store) => store !== undefined);
  return { portals: [portal.origin, ...portals], stores, bucket: env.S3_BUCKET };
}
