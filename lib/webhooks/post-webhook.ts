import { type LookupAddress, lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Lets private addresses and plain HTTP be called: for receivers in one's own network. */
  allowPrivate: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Either the receiver answered, whatever it said, or `error` says why it could not be asked. */
export type WebhookAnswer = { status: number } | { error: string };

/**
 * One POST. Redirects are not followed: they would lead around the check of the address. The address is checked at
 * the very look-up that the socket connects by, so a name that answers differently the second time gains nothing.
 */
export async function postWebhook(request: WebhookRequest): Promise<WebhookAnswer> {
  const url = new URL(request.url);
  const refusal = request.allowPrivate ? undefined : refuse(url);
  if (refusal) return { error: refusal };
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  const call = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]),
    agent: false,
    ...(!request.allowPrivate && { lookup: publicLookup }),
  });
  call.on('response', (response) => {
    // What it says besides is of no use, and may have no end.
    response.destroy();
    resolve({ status: response.statusCode ?? 0 });
  });
  call.on('error', (error) => resolve({ error: explain(error, request.timeoutMs) }));
  // A receiver that changes to another protocol (101) ends the call without an answer and without an error.
  call.on('close', () => resolve({ error: 'the receiver hung up without an answer.' }));
  call.end(request.body);
  return promise;
}

function refuse(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'only https:// is called; plain http:// needs WEBHOOK_ALLOW_PRIVATE.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivateAddress(host) ? privateSentence(host) : undefined;
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    // One private address among several is enough to refuse: any of them may be the one that is called.
    const hidden = addresses.find(({ address }) => isPrivateAddress(address));
    const [first] = addresses;
    if (hidden || !first) return callback(new Error(privateSentence(hostname)), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function privateSentence(host: string): string {
  return `${host} is an address inside a private network: it is called only where WEBHOOK_ALLOW_PRIVATE is set.`;
}

function explain(error: Error & { code?: string }, timeoutMs: number): string {
  const isTimeout = error.name === 'AbortError' || error.name === 'TimeoutError';
  return isTimeout ? `no answer within ${timeoutMs / 1000} s` : error.message || (error.code ?? error.name);
}
