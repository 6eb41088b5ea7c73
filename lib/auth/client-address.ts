/**
 * The address that asks: the entry of X-Forwarded-For that the outermost of our own `hops` proxies wrote. Next
 * writes it itself where no proxy stands in front. What stands to the left of it is the client's own word.
 */
export function clientAddress(forwardedFor: string | null | undefined, hops: number): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  return entries.at(-hops) || entries[0] || 'unknown';
}
