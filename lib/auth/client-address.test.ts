import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientAddress, noteClientAddress } from './client-address.ts';

function arrive(forwardedFor: string | undefined, remoteAddress: string): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  noteClientAddress(request);
  return String(request.headers['x-forwarded-for']);
}

it('is the other end of the connection where no proxy is trusted, whatever the client claims', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), (claimed) => {
      expect(clientAddress(arrive(claimed, '192.0.2.7'), 0)).toBe('192.0.2.7');
    }),
  );
});

it('is what the outermost trusted proxy saw', () => {
  const header = arrive('forged, 203.0.113.5, 10.0.0.1', '10.0.0.2');
  expect(clientAddress(header, 2)).toBe('203.0.113.5');
  expect(clientAddress(null, 1)).toBe('unknown');
});
