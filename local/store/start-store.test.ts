import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { testCredentials, testStore } from '#test/store.ts';
import { lockFolder } from './disk/folder-lock.ts';
import { startStore } from './start-store.ts';
import { parseStoreSettings } from './store-settings.ts';

const type = { contentType: 'image/jpeg' };
const origin = 'http://localhost:3000';

async function countBlobs(folder: string): Promise<number> {
  const entries = await readdir(path.join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test('objects and unfinished uploads are there again after a restart, and rubbish is swept', async () => {
  const first = await testStore();
  await first.store.put('kept', Buffer.from('kept'), 4, type);
  const create = await first.store.presignMultipart({ method: 'create', key: 'open', ...type }, 60);
  await fetch(create.url, { method: 'POST', headers: create.headers });
  await writeFile(path.join(first.folder, 'blobs', 'ab', 'abandoned'), 'half a photo');
  await first.stop();

  const second = await startStore({
    folder: first.folder,
    port: 0,
    bucket: 'photos',
    credentials: testCredentials,
  });
  const store = connectS3({ ...first.settings, S3_ENDPOINT: second.endpoint });
  expect((await store.head('kept'))?.bytes).toBe(4);
  const unfinished: string[] = [];
  for await (const { key } of store.listMultipart('')) unfinished.push(key);
  expect(unfinished).toEqual(['open']);
  expect(await countBlobs(first.folder)).toBe(1);
  await second.stop();
});

test('an object that is overwritten while it is read is read to its end', async () => {
  const local = await testStore();
  const body = Buffer.alloc(8_000_000, 'first');
  await local.store.put('read', body, body.length, type);
  const reading = await local.store.get('read');
  await local.store.put('read', Buffer.from('second'), 6, type);
  if (reading.state !== 'found') throw new Error(reading.state);
  const pieces: Buffer[] = [];
  for await (const piece of reading.body) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
  await expect.poll(() => countBlobs(local.folder)).toBe(1);
});

test('a reader that goes away lets go of what it read', async () => {
  const local = await testStore();
  const body = Buffer.alloc(8_000_000, 'first');
  await local.store.put('read', body, body.length, type);
  const reading = await local.store.get('read');
  if (reading.state !== 'found') throw new Error(reading.state);
  reading.body.destroy();
  await local.store.delete('read');
  await expect.poll(() => countBlobs(local.folder)).toBe(0);
});

test('a folder belongs to one store at a time, and is free again when that has stopped', async () => {
  const local = await testStore();
  await expect(lockFolder(local.folder, 0)).rejects.toThrow(/Another store process/);
  await local.stop();
  const unlock = await lockFolder(local.folder, 0);
  await unlock();
});

test('the store listens on loopback only', async () => {
  const local = await testStore();
  expect(new URL(local.endpoint).hostname).toBe('127.0.0.1');
});

test('a client that waits for 100 Continue is refused before it sends its body', async () => {
  const local = await testStore();
  await local.store.put('once', Buffer.from('first'), 5, type);
  const signed = await local.store.presignPut('once', { ...type, bytes: 50_000_000, expiresSeconds: 60 });
  const headers = { ...signed.headers, 'content-length': '50000000', expect: '100-continue' };
  const request = http.request(signed.url, { method: 'PUT', headers });
  let continued = false;
  request.once('continue', () => {
    continued = true;
  });
  request.flushHeaders();
  const [response] = await once(request, 'response');
  expect([response.statusCode, continued]).toEqual([412, false]);
  request.destroy();
});

test('a refusal reaches a client that goes on sending its body', async () => {
  const local = await testStore();
  const body = Buffer.alloc(50_000_000);
  const signed = await local.store.presignPut('late', { ...type, bytes: body.length, expiresSeconds: 60 });
  const send = (url: string) => fetch(url, { method: 'PUT', headers: signed.headers, body });
  expect((await send(signed.url.replace('Expires=60', 'Expires=61'))).status).toBe(403);
  expect((await send(signed.url)).status).toBe(200);
  expect((await send(signed.url)).status).toBe(412);
});

test('pages of the portal may use presigned URLs, and read why one was refused', async () => {
  const local = await testStore({ corsOrigins: [origin] });
  const { url, headers } = await local.store.presignPut('cors', { ...type, bytes: 5, expiresSeconds: 60 });
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-none-match,x-amz-checksum-sha256',
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  for (const name of ['content-type', 'if-none-match', 'x-amz-checksum-sha256'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain(name);

  const sent = await fetch(url, { method: 'PUT', headers: { ...headers, origin }, body: 'photo' });
  expect(sent.headers.get('access-control-expose-headers')).toContain('ETag');
  const refused = await fetch(`${url}x`, { method: 'PUT', headers: { ...headers, origin }, body: 'photo' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, origin]);
  const foreign = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
  });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('settings that are missing are named, a sentence each', () => {
  expect(() => parseStoreSettings({ STORE_PORT: 'x', STORE_NOTIFY_URL: 'nowhere' })).toThrow(
    /STORE_FOLDER is missing\.[\s\S]*STORE_PORT must be[\s\S]*STORE_NOTIFY_URL must be an address\./,
  );
});

test('a store process that cannot start says why and ends', async () => {
  const child = spawn(process.execPath, ['local/store/main.ts'], { env: { NODE_ENV: 'test' } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(said).toContain('STORE_FOLDER is missing.');
});
