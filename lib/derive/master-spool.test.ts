import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ObjectStore, objectKeys } from '#lib/storage/object-store.ts';
import { testStore } from '#test/store.ts';
import { MasterMissing, MasterSpool } from './master-spool.ts';

const { store } = await testStore();
const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function keep(bytes: Buffer, name?: string): Promise<string> {
  const sha256 = name ?? createHash('sha256').update(bytes).digest('hex');
  await store.put(objectKeys.master(sha256), bytes, bytes.length, { contentType: 'image/png' });
  return sha256;
}

function counted(): { store: ObjectStore; reads: string[] } {
  const reads: string[] = [];
  const get: ObjectStore['get'] = (key, options) => {
    reads.push(key);
    return store.get(key, options);
  };
  return { store: Object.assign(Object.create(store), { get }), reads };
}

describe('the spool of masters', () => {
  it('reads the store once for any number of renders', async () => {
    const bytes = randomBytes(1000);
    const sha256 = await keep(bytes);
    const { store: watched, reads } = counted();
    const spool = new MasterSpool(watched, folder, 10_000);
    const read = () => spool.with(sha256, async (file) => readFileSync(file));
    const all = await Promise.all(Array.from({ length: 9 }, read));
    expect([...all, await read()].every((found) => found.equals(bytes))).toBe(true);
    expect(reads).toHaveLength(1);
  });

  it('refuses bytes that are not those of the hash, and keeps none of them', async () => {
    const wrong = createHash('sha256').update('other').digest('hex');
    await keep(randomBytes(100), wrong);
    const spool = new MasterSpool(store, folder, 10_000);
    await expect(spool.with(wrong, async () => 'used')).rejects.toBeInstanceOf(MasterMissing);
    await expect(spool.with('0'.repeat(64), async () => 'used')).rejects.toBeInstanceOf(MasterMissing);
    expect(readdirSync(folder).filter((name) => name.startsWith(wrong))).toEqual([]);
  });

  it('stays below its bound, but never takes a file from who reads it', async () => {
    const shas = await Promise.all([400, 401, 402].map((bytes) => keep(randomBytes(bytes))));
    const own = mkdtempSync(path.join(folder, 'bounded-'));
    const spool = new MasterSpool(store, own, 900);
    const [first = '', second = '', third = ''] = shas;
    await spool.with(first, async (held) => {
      await spool.with(second, async () => undefined);
      await spool.with(third, async () => undefined);
      expect(readFileSync(held).length).toBe(400);
      const kept = readdirSync(own).map((name) => name.split('~')[0]);
      expect(kept.sort()).toEqual([first, third].sort());
    });
  });
});
