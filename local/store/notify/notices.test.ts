import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { freePort } from '#local/free-port.ts';
import { testStore } from '#test/store.ts';
import { forkStore } from '#test/store-process.ts';

const secret = 'the secret of the portal';
const backoff = { firstMs: 5, longestMs: 50 };

interface Received {
  key: string;
  eventName: string;
  size: number;
  eTag: string;
  sequencer: string;
  authorization: string | undefined;
}

/** The portal's end: takes notices, or answers with what `answer` says. */
async function receiver(options: { port?: number; answer?: (received: Received[]) => number } = {}) {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const [record] = JSON.parse(text).Records;
    const { key, size, eTag, sequencer } = record.s3.object;
    const { authorization } = request.headers;
    received.push({ key, eventName: record.eventName, size, eTag, sequencer, authorization });
    response.writeHead(options.answer?.(received) ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/events/storage`, received };
}

async function folderOfItsOwn(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blazon-store-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const waiting = async (folder: string) => (await readdir(path.join(folder, 'notices'))).length;
const put = (store: { put: ReturnType<typeof connectS3>['put'] }, key: string) =>
  store.put(key, Buffer.from('photo'), 5, { contentType: 'image/jpeg' });

test('a new object is told of in the form of S3, with the secret and an encoded key', async () => {
  const portal = await receiver();
  const { store, folder } = await testStore({ notify: { url: portal.url, secret, prefix: 'assets/' } });
  const written = await put(store, 'assets/a b+ü/original.jpg');
  await put(store, 'masters/not told of');
  await expect.poll(() => portal.received.length).toBe(1);
  expect(portal.received[0]).toMatchObject({
    key: 'assets/a+b%2B%C3%BC/original.jpg',
    eventName: 'ObjectCreated:Put',
    size: 5,
    eTag: written.state === 'written' && written.etag.replaceAll('"', ''),
    authorization: `Bearer ${secret}`,
  });
  await expect.poll(() => waiting(folder)).toBe(0);
});

test('later writes of a key have greater sequencers, of equal length', async () => {
  const portal = await receiver();
  const { store } = await testStore({ notify: { url: portal.url, secret } });
  for (let write = 0; write < 5; write += 1) await put(store, 'same');
  await expect.poll(() => portal.received.length).toBe(5);
  const sequencers = portal.received.map(({ sequencer }) => sequencer);
  expect(new Set(sequencers.map(({ length }) => length)).size).toBe(1);
  expect(new Set(sequencers).size).toBe(5);
});

test('a portal in trouble gets every notice once it is back', async () => {
  let troubles = 4;
  const portal = await receiver({
    answer: () => {
      troubles -= 1;
      return troubles >= 0 ? 503 : 204;
    },
  });
  const { store, folder } = await testStore({ notify: { url: portal.url, secret, backoff } });
  const keys = ['one', 'two', 'three'];
  for (const key of keys) await put(store, key);
  await expect.poll(() => waiting(folder)).toBe(0);
  expect(new Set(portal.received.slice(4).map(({ key }) => key))).toEqual(new Set(keys));
});

test('a notice that is refused does not hold up the others', async () => {
  const portal = await receiver({ answer: (all) => (all.at(-1)?.key === 'odd' ? 400 : 200) });
  const { store, folder } = await testStore({
    notify: { url: portal.url, secret, backoff: { firstMs: 60_000, longestMs: 60_000 } },
  });
  for (const key of ['odd', 'even', 'also']) await put(store, key);
  await expect.poll(() => waiting(folder)).toBe(1);
  expect(portal.received.map(({ key }) => key).sort()).toEqual(['also', 'even', 'odd']);
});

test('notices outlive the store: what a killed process could not deliver is delivered by the next', async () => {
  const folder = await folderOfItsOwn();
  const port = await freePort(27_000 + (process.pid % 2000));
  const notify = {
    STORE_NOTIFY_URL: `http://127.0.0.1:${port}/api/events/storage`,
    STORE_NOTIFY_SECRET: secret,
  };
  const first = await forkStore(folder, notify);
  const store = connectS3(first.settings);
  await Promise.all(['kept/1', 'kept/2', 'deleted', 'overwritten'].map((key) => put(store, key)));
  await store.delete('deleted');
  await put(store, 'overwritten');
  await first.kill('SIGKILL');
  expect(await waiting(folder)).toBe(5);

  const portal = await receiver({ port });
  const second = await forkStore(folder, notify);
  await expect.poll(() => waiting(folder)).toBe(0);
  expect(portal.received.map(({ key }) => key).sort()).toEqual([
    'kept/1',
    'kept/2',
    'overwritten',
    'overwritten',
  ]);
  await second.kill('SIGTERM');
}, 60_000);

test('a write that is refused is not told of', async () => {
  const portal = await receiver();
  const { store, folder } = await testStore({ notify: { url: portal.url, secret } });
  await put(store, 'first');
  const second = await store.put('first', Buffer.from('x'), 1, { contentType: 'image/png', ifAbsent: true });
  expect(second.state).toBe('exists');
  await put(store, 'last');
  await expect.poll(() => waiting(folder)).toBe(0);
  expect(portal.received.map(({ key }) => key)).toEqual(['first', 'last']);
});
