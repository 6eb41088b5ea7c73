import { randomUUID } from 'node:crypto';

/** The caller's own id where it is a plain word of at most 128 characters, else a fresh one. */
export function acceptRequestId(sent: string | null): string {
  return sent && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** The trace id of a W3C `traceparent`. */
export function acceptTraceId(sent: string | null): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(sent ?? '')?.[1];
}
