/** The page that answers for a link or a hash. A signature never gets into an address: what it opens may be for a minute. */
export function traceAddress(text: string): string {
  return `/trace?${new URLSearchParams({ q: withoutSignature(text.trim()) })}`;
}

/** A signed URL without what signs it; anything else as it is. */
export function withoutSignature(text: string): string {
  return /[?&]X-Amz-/i.test(text) ? text.slice(0, text.indexOf('?')) : text;
}
