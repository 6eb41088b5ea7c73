/** A path of this portal to go back to, or `/`: never another host, whatever the address bar was made to say. */
export function localPath(value: string | null | undefined): string {
  if (!value?.startsWith('/')) return '/';
  const here = new URL('http://portal.invalid');
  const target = URL.canParse(value, here) ? new URL(value, here) : here;
  if (target.host !== here.host) return '/';
  // `/.//host` is a path here, and would be another host once it is read again.
  return `/${target.pathname.replace(/^\/+/, '')}${target.search}`;
}
