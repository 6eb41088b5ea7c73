import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: a plain hash suffices to store it, since nobody can search that space. */
export function makeApiToken(): { token: string; sha256: Buffer } {
  const token = `blz_${randomBytes(32).toString('base64url')}`;
  return { token, sha256: hashApiToken(token) };
}

export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
