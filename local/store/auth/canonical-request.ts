import type { IncomingHttpHeaders } from 'node:http';
import { decode, type RequestTarget } from '../request-target.ts';
import { encodeRfc3986 } from './encode.ts';
import type { SignatureClaim } from './signature-claim.ts';

/** The text that both sides hash. S3 encodes each path segment once and resolves no dot segments. */
export function canonicalRequest(options: {
  method: string;
  target: RequestTarget;
  headers: IncomingHttpHeaders;
  claim: SignatureClaim;
  payloadHash: string;
}): string {
  const { method, target, headers, claim, payloadHash } = options;
  const path = target.path
    .split('/')
    .map((segment) => encodeRfc3986(decode(segment)))
    .join('/');
  const query = target.query
    .filter(([name]) => !(claim.via === 'query' && name === 'X-Amz-Signature'))
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const lines = claim.signedHeaders.map((name) => `${name}:${headerText(headers[name])}\n`).join('');
  return [method, path, query, lines, claim.signedHeaders.join(';'), payloadHash].join('\n');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function headerText(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text.trim().replace(/ +/g, ' ');
}
