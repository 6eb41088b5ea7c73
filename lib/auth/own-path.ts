import { localPath } from './local-path.ts';

/**
 * The path of an address at one of our own hosts, or `/`. Only the path is taken, so a forged `Host` among `ownHosts`
 * leads nowhere else.
 */
export function ownPath(value: string | undefined, ownHosts: readonly (string | null)[]): string {
  if (value === undefined || !URL.canParse(value)) return localPath(value);
  const { protocol, host, pathname, search } = new URL(value);
  const isOwn = (protocol === 'http:' || protocol === 'https:') && ownHosts.includes(host);
  return isOwn ? localPath(`${pathname}${search}`) : '/';
}
