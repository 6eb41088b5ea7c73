import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Peer } from '#test/s3-peer.ts';
import { testStore } from '#test/store.ts';

const local = await testStore();
const s3 = s3Peer(local.settings);
const Bucket = local.store.bucket;

async function put(Key: string, Body: string) {
  return s3.send(new PutObjectCommand({ Bucket, Key, Body }));
}
const status = (code: number) => ({ $metadata: { httpStatusCode: code } });

test('5,000 keys come in pages of a thousand, each once and in order', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `many/${String(index).padStart(5, '0')}`);
  for (let start = 0; start < names.length; start += 100)
    await Promise.all(names.slice(start, start + 100).map((name) => put(name, 'x')));
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
  expect(keys).toEqual(names);
  const objects = (count: number) => keys.splice(0, count).map((Key) => ({ Key }));
  while (keys.length > 0) {
    const removed = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: objects(1000) } }));
    expect(removed.Deleted).toHaveLength(1000);
  }
  expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/' }))).KeyCount).toBe(0);
}, 120_000);

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
