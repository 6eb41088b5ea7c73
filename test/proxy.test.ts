import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server.js';
import { NextRequest } from 'next/server.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { contentSecurityPolicy } from '#lib/content-security-policy.ts';
import { config, proxy } from '../proxy.ts';
import { testSettings } from './people.ts';

for (const [name, value] of Object.entries(
  testSettings({ S3_PUBLIC_ENDPOINT: 'https://photos.example:9000/x' }),
))
  vi.stubEnv(name, String(value));
afterAll(() => vi.unstubAllEnvs());

function directives(policy: string | null): Map<string, string[]> {
  const parts = (policy ?? '').split('; ').map((part) => part.split(' '));
  return new Map(parts.map(([name = '', ...values]) => [name, values]));
}

describe('each page', () => {
  it('has a nonce of its own, which Next and the page are told', () => {
    const nonces = [1, 2].map(() => {
      const response = proxy(
        new NextRequest('http://localhost:3000/library?q=1', { headers: { 'x-nonce': 'sent' } }),
      );
      const told = (name: string) => response.headers.get(`x-middleware-request-${name}`);
      const nonce = told('x-nonce') ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(directives(response.headers.get('content-security-policy')).get('script-src')).toContain(
        `'nonce-${nonce}'`,
      );
      expect(told('content-security-policy')).toBe(response.headers.get('content-security-policy'));
      expect(told('x-portal-path')).toBe('/library?q=1');
      expect(told('x-request-id')).toBe(response.headers.get('x-request-id'));
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('is handed each word of its address once', () => {
    const rewritten = (address: string) =>
      proxy(new NextRequest(`http://localhost:3000${address}`)).headers.get('x-middleware-rewrite');
    expect(rewritten('/library?q=a&q=b&audience=%00')).toBe('http://localhost:3000/library?q=a');
    expect(rewritten('/library?audience=%00')).toBe('http://localhost:3000/library');
    expect(rewritten('/library?q=a')).toBeNull();
  });

  it.each(['/', '/sign-in', '/catalog/p.png', '/library/x', '/apix', '/favicon.ico/x'])(
    '%s is given one',
    (url) => {
      expect(unstable_doesMiddlewareMatch({ config, nextConfig: {}, url })).toBe(true);
    },
  );

  it.each(['/api/assets', '/api/auth/csrf', '/_next/static/chunks/a.js'])('%s needs none', (url) => {
    expect(unstable_doesMiddlewareMatch({ config, nextConfig: {}, url })).toBe(false);
  });
});

describe('the policy', () => {
  const production = directives(
    contentSecurityPolicy('n', { NODE_ENV: 'production', S3_ENDPOINT: 'http://store.internal:9000' }),
  );

  it('runs no script without the nonce, from nowhere', () => {
    expect(production.get('script-src')).toEqual(["'self'", "'nonce-n'", "'strict-dynamic'"]);
    expect(production.get('script-src-attr')).toEqual(["'none'"]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'frame-src'])
      expect(production.get(name), name).toEqual(["'none'"]);
    expect(production.get('form-action')).toEqual(["'self'"]);
  });

  it('names the store as browsers see it, for pictures and uploads', () => {
    expect(production.get('connect-src')).toEqual(["'self'", 'http://store.internal:9000']);
    const outside = directives(
      contentSecurityPolicy('n', {
        NODE_ENV: 'production',
        S3_ENDPOINT: 'http://store.internal:9000',
        S3_PUBLIC_ENDPOINT: 'https://photos.example/prefix',
      }),
    );
    expect(outside.get('img-src')).toEqual(["'self'", 'blob:', 'data:', 'https://photos.example']);
    expect(outside.get('connect-src')).toEqual(["'self'", 'https://photos.example']);
  });
});
