import type { IncomingMessage } from 'node:http';
import type { VerifiedRequest } from './auth/verify-request.ts';
import type { RequestTarget } from './request-target.ts';

/** A request whose signature holds. */
export interface StoreRequest {
  method: string;
  target: RequestTarget;
  query: ReadonlyMap<string, string>;
  verified: VerifiedRequest;
  /** Lower-case name. A presigned URL carries `x-amz-…` headers in its query, so they are looked for there too. */
  header(name: string): string | undefined;
  headerNames(): readonly string[];
  /** Starts the transfer: a client that waits for `100 Continue` sends nothing before. */
  body(): AsyncIterable<Buffer>;
}

export function createStoreRequest(options: {
  message: IncomingMessage;
  target: RequestTarget;
  query: ReadonlyMap<string, string>;
  verified: VerifiedRequest;
  sendContinue: () => void;
}): StoreRequest {
  const { message, target, query, verified, sendContinue } = options;
  const headers = new Map<string, string>();
  if (verified.claim.via === 'query')
    for (const [name, value] of query) if (/^x-amz-/i.test(name)) headers.set(name.toLowerCase(), value);
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(',') : value);
  return {
    method: message.method ?? 'GET',
    target,
    query,
    verified,
    header: (name) => headers.get(name),
    headerNames: () => [...headers.keys()],
    body: () => {
      sendContinue();
      // An early end must not destroy the socket: the answer still has to reach the client.
      return message.iterator({ destroyOnReturn: false });
    },
  };
}
