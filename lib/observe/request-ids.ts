import { randomUUID } from 'node:crypto';

/** The caller's own id where it is a plain word of at most 128 characters. */
export function sentRequestId(sent: string | null): string | undefined {
  return sent && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined;
}

/** The caller's own id, else a fresh one. */
export function acceptRequestId(sent: string | null): string {
  return sentRequestId(sent) ?? randomUUID();
}
