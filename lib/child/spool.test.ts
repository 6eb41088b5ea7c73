import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSpooled } from './spool.ts';

let folder: string;
const signal = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'blazon-spool-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the copy is private, hashed, and gone when its use ends', async () => {
  const body = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
  const path = await withSpooled(body, { folder, maxBytes: 3, signal }, async (spooled) => {
    if (!spooled) throw new Error('not spooled');
    expect(spooled).toMatchObject({
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    expect((await stat(spooled.path)).mode & 0o777).toBe(0o600);
    return spooled.path;
  });
  expect(existsSync(path)).toBe(false);
});

test('a body without end is cut off at the limit, and nothing of it stays', async () => {
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(1024);
      }
    })(),
  );
  const result = await withSpooled(endless, { folder, maxBytes: 10_000, signal }, async (spooled) => spooled);
  expect(result).toBeUndefined();
  expect(sent).toBeLessThan(100);
  expect(await readdir(folder)).toEqual([]);
});

test('a download that breaks off is the store’s fault and leaves nothing', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('some');
      throw new Error('socket hang up');
    })(),
  );
  const result = withSpooled(broken, { folder, maxBytes: 10_000, signal }, async () => 'used');
  await expect(result).rejects.toMatchObject({ category: 'store_unavailable' });
  expect(await readdir(folder)).toEqual([]);
});

test('a use that throws leaves nothing', async () => {
  const body = Readable.from([Buffer.from('abc')]);
  const result = withSpooled(body, { folder, maxBytes: 10, signal }, () => Promise.reject(new Error('no')));
  await expect(result).rejects.toThrow('no');
  expect(await readdir(folder)).toEqual([]);
});
