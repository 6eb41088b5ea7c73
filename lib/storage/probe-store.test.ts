import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#local/free-port.ts';
import { testStore } from '#test/store.ts';
import { probeStore } from './probe-store.ts';
import type { S3Settings } from './s3-settings.ts';

const portalOrigin = 'http://localhost:3000';

/** An engine that holds nothing against anybody: no signature, no condition and no checksum is looked at. */
async function carelessEngine(honours: { signatures?: boolean; pins?: boolean } = {}): Promise<S3Settings> {
  const objects = new Map<string, Buffer>();
  const server = http.createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = objects.get(path);
    const etag = body && `"${createHash('md5').update(body).digest('hex')}"`;
    if (honours.signatures && !request.headers.authorization) return void response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(path, Buffer.concat(pieces));
      return void response.writeHead(200, { etag: '"etag"' }).end();
    }
    if (request.method === 'DELETE') objects.delete(path);
    if (request.method !== 'GET') return void response.writeHead(204).end();
    const pin = request.headers['if-match'];
    if (honours.pins && pin && pin !== etag) return void response.writeHead(412).end();
    response.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function settingsOf(endpoint: string): S3Settings {
  return {
    S3_ENDPOINT: endpoint,
    S3_PUBLIC_ENDPOINT: undefined,
    S3_BUCKET: 'photos',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_FORCE_PATH_STYLE: true,
  };
}

test('nothing is found against the local store, and nothing is left in it', async () => {
  const local = await testStore({ corsOrigins: [portalOrigin] });
  expect(await probeStore(local.settings, { portalOrigin })).toEqual([]);
  for await (const { key } of local.store.list('')) throw new Error(`${key} was left`);
});

test('a bucket that answers unsigned requests is refused in one sentence', async () => {
  const findings = await probeStore(await carelessEngine());
  expect(findings).toEqual([
    { level: 'refuse', message: expect.stringMatching(/^The bucket 'photos' .* without a signature/) },
  ]);
});

test('a bucket that is open at its public address only is refused too', async () => {
  const [inside, outside] = [await carelessEngine({ signatures: true, pins: true }), await carelessEngine()];
  const findings = await probeStore({ ...inside, S3_PUBLIC_ENDPOINT: outside.S3_ENDPOINT });
  expect(findings).toEqual([
    { level: 'refuse', message: expect.stringContaining(`at ${outside.S3_ENDPOINT}`) },
  ]);
});

test('an engine that ignores conditional writes and checksums is named in warnings', async () => {
  const findings = await probeStore(await carelessEngine({ signatures: true, pins: true }));
  expect(findings.map(({ level }) => level)).toEqual(['warning', 'warning']);
  expect(findings[0]?.message).toContain('If-None-Match');
  expect(findings[1]?.message).toContain('SHA-256');
});

test('an engine that ignores the ETag of a read is refused', async () => {
  const findings = await probeStore(await carelessEngine({ signatures: true }));
  expect(findings).toContainEqual({ level: 'refuse', message: expect.stringContaining('If-Match') });
});

test('a portal whose pages may not upload is told how to change that', async () => {
  const local = await testStore({ corsOrigins: [] });
  const findings = await probeStore(local.settings, { portalOrigin });
  expect(findings).toEqual([{ level: 'warning', message: expect.stringContaining(portalOrigin) }]);
});

test.each([
  ['a bucket that is not there', { S3_BUCKET: 'no-such-bucket' }, /Create it, or correct S3_BUCKET/],
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'guessed' }, /SignatureDoesNotMatch.*Check S3_ACCESS_KEY_ID/],
  ['a wrong region', { S3_REGION: 'eu-north-1' }, /AuthorizationHeaderMalformed/],
])('%s is refused with what to do', async (_, settings, message) => {
  const local = await testStore();
  const findings = await probeStore({ ...local.settings, ...settings });
  expect(findings).toEqual([{ level: 'refuse', message: expect.stringMatching(message) }]);
});

test('a store that does not answer is refused with what to do', async () => {
  const findings = await probeStore(settingsOf(`http://127.0.0.1:${await freePort(29_600)}`));
  expect(findings).toEqual([
    { level: 'refuse', message: expect.stringMatching(/Start it, or correct S3_ENDPOINT/) },
  ]);
});
