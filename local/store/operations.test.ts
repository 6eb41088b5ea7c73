import { randomBytes } from 'node:crypto';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { s3Peer } from '#test/s3-peer.ts';
import { testStore } from '#test/store.ts';

const local = await testStore();
const s3 = s3Peer(local.settings);
const Bucket = local.store.bucket;

async function put(Key: string, Body: string | Buffer, extra = {}) {
  return s3.send(new PutObjectCommand({ Bucket, Key, Body, ...extra }));
}
async function read(Key: string, extra = {}) {
  const answer = await s3.send(new GetObjectCommand({ Bucket, Key, ...extra }));
  return { ...answer, text: (await answer.Body?.transformToString()) ?? '' };
}
const status = (code: number) => ({ $metadata: { httpStatusCode: code } });

describe('conditions', () => {
  test('If-Match on a write replaces exactly what was seen', async () => {
    const first = await put('swap', 'first');
    await put('swap', 'second', { IfMatch: first.ETag });
    await expect(put('swap', 'third', { IfMatch: first.ETag })).rejects.toMatchObject(status(412));
    await expect(put('swap-absent', 'x', { IfMatch: first.ETag })).rejects.toMatchObject(status(404));
    expect((await read('swap')).text).toBe('second');
  });

  test('If-None-Match on a read answers 304 for the copy that is known', async () => {
    const { ETag } = await put('known', 'body');
    await expect(read('known', { IfNoneMatch: ETag })).rejects.toMatchObject(status(304));
    expect((await read('known', { IfNoneMatch: '"other"' })).text).toBe('body');
    await expect(read('known', { IfMatch: '"other"' })).rejects.toMatchObject(status(412));
  });

  test('dates count to the second, and an ETag beats them', async () => {
    const { ETag } = await put('dated', 'body');
    const future = new Date(Date.now() + 60_000);
    const past = new Date(Date.now() - 60_000);
    await expect(read('dated', { IfModifiedSince: future })).rejects.toMatchObject(status(304));
    await expect(read('dated', { IfUnmodifiedSince: past })).rejects.toMatchObject(status(412));
    expect((await read('dated', { IfMatch: ETag, IfUnmodifiedSince: past })).text).toBe('body');
  });

  test('If-None-Match: * is refused before the body where an object already stands', async () => {
    await put('once', 'first');
    await expect(put('once', randomBytes(3_000_000), { IfNoneMatch: '*' })).rejects.toMatchObject(
      status(412),
    );
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-50', '0123456789', 'bytes 0-9/10'],
    ['bytes=5-500', '56789', 'bytes 5-9/10'],
  ])('%s is answered with 206', async (Range, text, ContentRange) => {
    await put('digits', '0123456789');
    expect(await read('digits', { Range })).toMatchObject({
      text,
      ContentRange,
      ContentLength: text.length,
      ...status(206),
    });
  });

  test('one past the end is answered with 416, several with the whole', async () => {
    await put('digits', '0123456789');
    await expect(read('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
    expect(await read('digits', { Range: 'bytes=0-1,3-4' })).toMatchObject({
      text: '0123456789',
      ...status(200),
    });
  });
});

describe('copies', () => {
  test('a copy has the bytes and the headers, and outlives its source', async () => {
    await put('source one', 'picture', { ContentType: 'image/gif' });
    const CopySource = `/${Bucket}/${encodeURIComponent('source one')}`;
    const copied = await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    await local.store.delete('source one');
    expect(await read('copy')).toMatchObject({
      text: 'picture',
      ContentType: 'image/gif',
      ETag: copied.CopyObjectResult?.ETag,
    });
  });

  test('a copy onto itself changes the headers only', async () => {
    await put('self', 'picture', { ContentType: 'image/gif' });
    const replace = { MetadataDirective: 'REPLACE', ContentType: 'image/png' } as const;
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'self', CopySource: `${Bucket}/self`, ...replace }));
    expect(await read('self')).toMatchObject({ text: 'picture', ContentType: 'image/png' });
  });

  test('a copy pinned to an ETag that has changed is refused', async () => {
    await put('moving', 'picture');
    const pinned = { CopySource: `${Bucket}/moving`, CopySourceIfMatch: '"other"' };
    await expect(s3.send(new CopyObjectCommand({ Bucket, Key: 'moved', ...pinned }))).rejects.toMatchObject(
      status(412),
    );
  });
});

describe('buckets', () => {
  test('a new one is empty and apart; the same name again is refused', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'second-bucket' }));
    expect((await s3.send(new ListObjectsV2Command({ Bucket: 'second-bucket' }))).KeyCount).toBe(0);
    await expect(s3.send(new CreateBucketCommand({ Bucket: 'second-bucket' }))).rejects.toMatchObject(
      status(409),
    );
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'third-bucket' }))).rejects.toMatchObject(
      status(404),
    );
    expect(await s3.send(new GetBucketLocationCommand({ Bucket }))).toMatchObject(status(200));
  });
});
