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
