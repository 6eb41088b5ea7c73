import { Problem } from './errors.ts';

/** The most characters that a key may have; longer ones are refused, since two that share a beginning are two keys. */
export const maxKeyCharacters = 200;

/** Printable ASCII, as header fields carry it unchanged through every proxy. */
export function isIdempotencyKey(key: string): boolean {
  return key.length <= maxKeyCharacters && /^[\x20-\x7e]+$/.test(key);
}

/** What `Idempotency-Key` says, or nothing where it was not sent. Throws 400 for one that is no key. */
export function sentIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null || isIdempotencyKey(key)) return key ?? undefined;
  throw new Problem(
    'invalid_request',
    `Idempotency-Key must be 1 to ${maxKeyCharacters} ASCII characters. Send a shorter one, a new one for each request, or leave it out.`,
  );
}
