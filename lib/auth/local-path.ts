/** A path of this portal to go back to, or `/`: never another host, whatever the address bar was made to say. */
export function localPath(value: string | null | undefined): string {
  if (!value?.startsWith('/')) return '/';
  const here = new URL('http://portal.invalid');
  const target = URL.canParse(value, here) ? new URL(value, here) : here;
  return target.host === here.host ? `${target.pathname}${target.search}` : '/';
}
