/**
 * Whether the address of a request is a path that can be decoded: `%zz` and half a UTF-8 sequence cannot, and a whole
 * URL is only ever sent to proxies; Next would redirect to whatever host it names.
 */
export function isReadableAddress(address: string | undefined): boolean {
  if (address !== undefined && !address.startsWith('/')) return false;
  try {
    decodeURIComponent(address?.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
