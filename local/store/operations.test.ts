import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
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

describe('bodies', () => {
  test('a stream with its checksum in a trailer arrives whole', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000 + index, index));
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const answer = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'trailer',
        Body: Readable.from(pieces, { objectMode: false }),
        ContentLength: bytes,
        ChecksumAlgorithm: 'SHA256',
      }),
    );
    const whole = Buffer.concat(pieces);
    expect(answer.ChecksumSHA256).toBe(createHash('sha256').update(whole).digest('base64'));
    const back = await s3.send(new GetObjectCommand({ Bucket, Key: 'trailer', ChecksumMode: 'ENABLED' }));
    expect(back.ContentEncoding).toBeUndefined();
    expect(back.ChecksumSHA256).toBe(answer.ChecksumSHA256);
    expect(Buffer.from((await back.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true);
  });

  test.each(['CRC32', 'SHA1', 'SHA256'] as const)(
    'a wrong %s is refused and nothing is kept',
    async (name) => {
      const wrong = Buffer.alloc({ CRC32: 4, SHA1: 20, SHA256: 32 }[name], 1).toString('base64');
      await expect(put(`wrong-${name}`, 'body', { [`Checksum${name}`]: wrong })).rejects.toMatchObject({
        name: 'BadDigest',
      });
      expect(await local.store.head(`wrong-${name}`)).toBeUndefined();
    },
  );

  test('a wrong Content-MD5 is refused, and one that is none', async () => {
    const wrong = createHash('md5').update('other').digest('base64');
    await expect(put('md5', 'body', { ContentMD5: wrong })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put('md5', 'body', { ContentMD5: 'short' })).rejects.toMatchObject({
      name: 'InvalidDigest',
    });
    expect(await local.store.head('md5')).toBeUndefined();
  });

  test('a checksum that could not be checked is refused, not ignored', async () => {
    await expect(put('crc64', 'body', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' })).rejects.toMatchObject(
      status(400),
    );
    expect(await local.store.head('crc64')).toBeUndefined();
  });

  test('an overwrite that fails leaves what stood there', async () => {
    await put('standing', 'first');
    await expect(
      put('standing', 'second', { ContentMD5: createHash('md5').digest('base64') }),
    ).rejects.toThrow();
    expect((await read('standing')).text).toBe('first');
  });

  test('headers and metadata come back with the object', async () => {
    const extra = {
      ContentType: 'image/avif',
      CacheControl: 'no-cache',
      ContentDisposition: 'inline',
      Metadata: { owner: 'nobody' },
    };
    await put('headers', 'body', extra);
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'headers' }))).toMatchObject(extra);
  });
});

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

describe('listings', () => {
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
