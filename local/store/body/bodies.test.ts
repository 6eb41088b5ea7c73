import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
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

test.each(['CRC32', 'SHA1', 'SHA256'] as const)('a wrong %s is refused and nothing is kept', async (name) => {
  const wrong = Buffer.alloc({ CRC32: 4, SHA1: 20, SHA256: 32 }[name], 1).toString('base64');
  await expect(put(`wrong-${name}`, 'body', { [`Checksum${name}`]: wrong })).rejects.toMatchObject({
    name: 'BadDigest',
  });
  expect(await local.store.head(`wrong-${name}`)).toBeUndefined();
});

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
