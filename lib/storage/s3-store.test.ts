import { expect, test } from 'vitest';
import { freePort } from '#local/free-port.ts';
import { outsideStore } from '#test/outside-store.ts';
import { storageContract } from '#test/storage-contract.ts';
import { testStore } from '#test/store.ts';
import { StoreUnavailable } from './object-store.ts';
import { connectS3 } from './s3-store.ts';

const local = await testStore();
storageContract('the local store', () => local.store);

const outside = outsideStore(process.env);
if (outside) storageContract(`the store at ${outside.S3_ENDPOINT}`, () => connectS3(outside));

test('a store that nobody runs is unavailable, not empty', async () => {
  const endpoint = `http://127.0.0.1:${await freePort(29_500)}`;
  const store = connectS3({ ...local.settings, S3_ENDPOINT: endpoint });
  await expect(store.head('x')).rejects.toThrow(StoreUnavailable);
  await expect(store.get('x')).rejects.toThrow(StoreUnavailable);
  await expect(first(store.list(''))).rejects.toThrow(StoreUnavailable);
});

test('a store that refuses the key throws; it is not taken for an absent object', async () => {
  const store = connectS3({ ...local.settings, S3_SECRET_ACCESS_KEY: 'guessed' });
  await expect(store.head('x')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
});

test('a bucket that is not there throws; it is not taken for an absent object', async () => {
  const store = connectS3({ ...local.settings, S3_BUCKET: 'no-such-bucket' });
  await expect(store.get('x')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('URLs for browsers carry the public endpoint, calls of ours do not', async () => {
  const store = connectS3({ ...local.settings, S3_PUBLIC_ENDPOINT: 'https://photos.example.com' });
  await store.put('x', Buffer.from('x'), 1, { contentType: 'text/plain' });
  const signed = { contentType: 'text/plain', contentDisposition: 'inline', expiresSeconds: 60 };
  expect((await store.presignGet('x', signed)).url).toMatch(/^https:\/\/photos\.example\.com\/photos\/x\?/);
});

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}
