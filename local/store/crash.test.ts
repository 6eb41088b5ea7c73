import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { forkStore } from '#test/store-process.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'blazon-store-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const type = { contentType: 'image/jpeg' };

/** Each key's bytes follow from its name and a generation, so that any whole object can be recognised. */
function bodyOf(key: string, generation: number): Buffer {
  const line = createHash('sha256').update(`${key} ${generation}`).digest();
  return Buffer.concat([Buffer.from([generation]), Buffer.alloc(300_000 + line.readUInt16BE(0), line)]);
}

async function read(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const found = await store.get(key);
  return found.state === 'found' ? buffer(found.body) : undefined;
}

async function blobsOnDisk(): Promise<number> {
  const entries = await readdir(path.join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test('a store that is killed in the middle of uploads keeps what it confirmed and shows nothing torn', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `assets/${index}/original.jpg`);
  const confirmed = new Map<string, number>();
  let generation = 0;
  for (let round = 0; round < 6; round += 1) {
    const process = await forkStore(folder);
    const store = connectS3(process.settings);
    // Killed after the third answer of a round, while the other writers are at work.
    let answers = 0;
    let killed: Promise<void> | undefined;
    const writer = async (key: string) => {
      for (;;) {
        generation = (generation + 1) % 256;
        const mine = generation;
        const body = bodyOf(key, mine);
        await store.put(key, body, body.length, type);
        confirmed.set(key, mine);
        answers += 1;
        if (answers === 3) killed = process.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(keys.map(writer));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    await killed;
  }

  const survivor = await forkStore(folder);
  const store = connectS3(survivor.settings);
  let standing = 0;
  for (const key of keys) {
    const body = await read(store, key);
    if (confirmed.has(key)) expect(body, key).toBeDefined();
    if (!body) continue;
    standing += 1;
    expect(body.equals(bodyOf(key, body[0] ?? 0)), key).toBe(true);
    const facts = await store.head(key);
    expect(facts?.etag).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
  }
  expect(standing).toBeGreaterThan(0);
  // What the kills left behind was swept at the start.
  expect(await blobsOnDisk()).toBe(standing);
  await survivor.kill('SIGTERM');
}, 90_000);

test('a completion that is killed leaves the whole object, or the upload to complete it by', async () => {
  const bodies = new Map<string, Buffer>();
  const confirmed = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    const process = await forkStore(folder);
    const store = connectS3(process.settings);
    const uploader = async (name: string) => {
      for (let count = 0; ; count += 1) {
        const key = `parts/${round}/${name}/${count}`;
        bodies.set(key, bodyOf(key, 0));
        await sendInParts(store, key, bodies.get(key) ?? Buffer.alloc(0));
        confirmed.add(key);
        if (confirmed.size % 7 === 6) await process.kill('SIGKILL');
      }
    };
    await Promise.allSettled(['a', 'b', 'c', 'd'].map(uploader));
  }

  const survivor = await forkStore(folder);
  const store = connectS3(survivor.settings);
  const unfinished = new Map<string, string>();
  for await (const upload of store.listMultipart('parts/')) unfinished.set(upload.key, upload.uploadId);
  for (const [key, expected] of bodies) {
    const body = await read(store, key);
    if (confirmed.has(key)) expect(body, key).toBeDefined();
    if (!body) continue;
    expect(body.equals(expected), key).toBe(true);
    expect(unfinished.has(key), key).toBe(false);
  }
  for (const [key, uploadId] of unfinished) await store.abortMultipart(key, uploadId);
  for await (const { key } of store.list('')) await store.delete(key);
  await expect.poll(blobsOnDisk).toBe(0);
  await survivor.kill('SIGTERM');
}, 90_000);

async function sendInParts(store: ObjectStore, key: string, body: Buffer): Promise<void> {
  const send = async (
    call: Parameters<ObjectStore['presignMultipart']>[0],
    method: string,
    data?: BodyInit,
  ) => {
    const { url, headers } = await store.presignMultipart(call, 60);
    const answer = await fetch(url, { method, headers, ...(data && { body: data }) });
    if (!answer.ok) throw new Error(`${call.method}: ${answer.status}`);
    return { etag: answer.headers.get('etag'), text: await answer.text() };
  };
  const created = await send({ method: 'create', key, ...type }, 'POST');
  const uploadId = /<UploadId>([^<]+)/.exec(created.text)?.[1] ?? '';
  const part = await send({ method: 'part', key, uploadId, partNumber: 1 }, 'PUT', new Uint8Array(body));
  const parts = `<Part><PartNumber>1</PartNumber><ETag>${part.etag}</ETag></Part>`;
  const document = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
  await send({ method: 'complete', key, uploadId }, 'POST', document);
}

test('a body that breaks off with its client leaves nothing', async () => {
  const process = await forkStore(folder);
  const store = connectS3(process.settings);
  const before = await blobsOnDisk();
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(100_000);
      throw new Error('the laptop was closed');
    })(),
    { objectMode: false },
  );
  await expect(store.put('broken', broken, 1_000_000, type)).rejects.toThrow('broke off');
  await store.put('next', Buffer.from('x'), 1, type);
  await expect.poll(() => blobsOnDisk()).toBe(before + 1);
  expect(await store.head('broken')).toBeUndefined();
  await process.kill('SIGTERM');
}, 60_000);

test('a store ends with the process that forked it', async () => {
  const process = await forkStore(folder);
  const ended = process.kill;
  process.child.disconnect();
  await expect.poll(() => process.child.exitCode, { timeout: 10_000 }).toBe(0);
  await ended('SIGKILL');
}, 30_000);
