import { expect, test } from 'vitest';
import { errorCode, rawRequest } from '#test/raw-request.ts';
import { testStore } from '#test/store.ts';

const local = await testStore();
const bucket = local.store.bucket;

const odd = [
  '../../../../etc/passwd',
  'a/../../b',
  './.',
  '..',
  '//double//slashes/',
  '%2e%2e/%2e%2e/escaped twice',
  'back\\slash\\..\\..',
  'con.txt',
  'spaces and + and & and = and #?',
  '写真/桜 🌸.jpg',
  'e\u0301 is not \u00e9',
  'quotes \'" <tag> &amp;',
  'line\nbreak\ttab\rreturn',
  `${'deep/'.repeat(200)}end`,
  `${'é'.repeat(512)}`,
];

test.each(odd)('%j is written, read, listed and deleted under that very name', async (key) => {
  const body = Buffer.from(key);
  await local.store.put(key, body, body.length, { contentType: 'text/plain' });
  const read = await local.store.get(key);
  expect(read.state === 'found' && read.facts.bytes).toBe(body.length);
  const listed: string[] = [];
  for await (const facts of local.store.list(key)) listed.push(facts.key);
  expect(listed).toContain(key);
  await local.store.delete(key);
  expect(await local.store.head(key)).toBeUndefined();
});

test('a key of more than 1,024 bytes or with characters that XML cannot carry is refused', async () => {
  for (const key of ['k'.repeat(1025), 'nul\u0000byte', 'bell\u0007', '\uffff'])
    await expect(
      local.store.put(key, Buffer.from('x'), 1, { contentType: 'text/plain' }),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
});

test.each([
  `/${bucket}/../../../../etc/passwd`,
  `/${bucket}/%2e%2e/%2e%2e/etc/passwd`,
  `/../${bucket}/kept`,
  `/${bucket}/..%2f..%2fetc%2fpasswd`,
])('the raw path %s reaches nothing', async (path) => {
  expect((await rawRequest(local.endpoint, 'GET', path)).status).toBe(403);
});

test.each([`/${bucket}/%c0%ae%c0%ae/kept`, `/${bucket}/%ff`, `/${bucket}/%zz`])(
  'the raw path %s is no UTF-8 and refused',
  async (path) => {
    expect(errorCode((await rawRequest(local.endpoint, 'GET', path)).text)).toBe('InvalidURI');
  },
);

test('a key with dot segments is signed and kept as it stands in the path', async () => {
  const type = { contentType: 'text/plain', contentDisposition: 'inline', expiresSeconds: 60 };
  const url = new URL((await local.store.presignGet('kept', type)).url);
  const sent = await rawRequest(local.endpoint, 'GET', `/${bucket}/x/../kept${url.search}`);
  expect(errorCode(sent.text)).toBe('SignatureDoesNotMatch');
});
