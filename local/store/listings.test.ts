import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Peer } from '#test/s3-peer.ts';
import { testStore } from '#test/store.ts';
import { storeLayout } from './disk/layout.ts';
import type { ObjectRecord } from './disk/records.ts';
import { NoticeQueue } from './notify/notice-queue.ts';
import { openStore } from './open-store.ts';

const Bucket = 'photos';
const many = Array.from({ length: 5000 }, (_, index) => `many/${String(index).padStart(5, '0')}`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-store-'));
await plant(many);
const local = await testStore({ folder, bucket: Bucket });
const s3 = s3Peer(local.settings);

/** Empty objects as an earlier run of the store left them: sent one by one they would cost ten seconds of fsync. */
async function plant(keys: string[]): Promise<void> {
  const store = await openStore({
    folder,
    region: 'us-east-1',
    notices: new NoticeQueue('us-east-1', undefined),
  });
  await store.createBucket(Bucket);
  const layout = storeLayout(folder);
  for (const key of keys) {
    const record: ObjectRecord = {
      key,
      etag: 'd41d8cd98f00b204e9800998ecf8427e',
      bytes: 0,
      modifiedAt: '2026-01-01T00:00:00.000Z',
      headers: {},
      blobs: [],
      sequencer: store.sequencer.next(),
    };
    writeFileSync(layout.objectFile(Bucket, key), JSON.stringify(record));
  }
}

async function put(Key: string, Body: string) {
  return s3.send(new PutObjectCommand({ Bucket, Key, Body }));
}
const status = (code: number) => ({ $metadata: { httpStatusCode: code } });

test('5,000 keys come in pages of a thousand, each once and in order', async () => {
  const pages: number[] = [];
  const keys: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/', ContinuationToken }));
    pages.push(page.KeyCount ?? 0);
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(pages).toEqual([1000, 1000, 1000, 1000, 1000]);
  expect(keys).toEqual(many);
  const objects = (count: number) => keys.splice(0, count).map((Key) => ({ Key }));
  while (keys.length > 0) {
    const removed = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: objects(1000) } }));
    expect(removed.Deleted).toHaveLength(1000);
  }
  expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/' }))).KeyCount).toBe(0);
});

test('a delimiter rolls keys up, and pages go on behind what was rolled up', async () => {
  for (const key of ['tree/a/1', 'tree/a/2', 'tree/b', 'tree/c/1', 'tree/d']) await put(key, 'x');
  const list = (ContinuationToken?: string) =>
    s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'tree/', Delimiter: '/', MaxKeys: 2, ContinuationToken }),
    );
  const first = await list();
  expect(first).toMatchObject({
    KeyCount: 2,
    IsTruncated: true,
    CommonPrefixes: [{ Prefix: 'tree/a/' }],
    Contents: [{ Key: 'tree/b' }],
  });
  const second = await list(first.NextContinuationToken);
  expect(second).toMatchObject({
    IsTruncated: false,
    CommonPrefixes: [{ Prefix: 'tree/c/' }],
    Contents: [{ Key: 'tree/d' }],
  });
});

test('a token that this store did not give is refused', async () => {
  const call = s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken: 'guessed' }));
  await expect(call).rejects.toMatchObject(status(400));
});
