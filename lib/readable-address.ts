/** Whether the path of a request can be decoded at all: `%zz` and half a UTF-8 sequence cannot. */
export function isReadableAddress(address: string | undefined): boolean {
  try {
    decodeURIComponent(address?.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
