import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { keepOwnHost } from './own-host.ts';

const portal = 'https://portal.example';

function arrive(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  keepOwnHost({ headers }, portal);
  return headers;
}

it.each([
  'evil.test',
  'portal.example.evil.test',
  'portal.example, evil.test',
  'evil.test, portal.example',
  'portal.example:8443',
  '',
])('a forwarded host that is not the portal’s own is nobody’s word: %j', (forged) => {
  expect(arrive({ host: 'web:3000', 'x-forwarded-host': forged })).not.toHaveProperty('x-forwarded-host');
});

it('the portal’s own host passes, as a proxy tells it', () => {
  expect(arrive({ host: 'web:3000', 'x-forwarded-host': 'portal.example' })).toMatchObject({
    host: 'web:3000',
    'x-forwarded-host': 'portal.example',
  });
});

it.each(['http', 'ftp', 'http,https', undefined])('the scheme is that of PORTAL_URL, not %j', (forged) => {
  expect(arrive({ 'x-forwarded-proto': forged })['x-forwarded-proto']).toBe('https');
});
