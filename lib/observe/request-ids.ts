import { randomUUID } from 'node:crypto';

/** The caller's own id where it is a plain word of at most 128 characters, else a fresh one. */
export function acceptRequestId(sent: string | null): string {
  return sent && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}
