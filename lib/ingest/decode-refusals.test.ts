import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { ChildPool } from '#lib/child/child-pool.ts';
import { fileMaker, hollowPng, manyScans, pngChunk } from '#test/picture-files.ts';
import { noisy } from '#test/pictures.ts';
import type { DecodedPicture, DecodeRequest } from './facts.ts';

const file = fileMaker();
const limits = { maxPixels: 100_000_000, maxFrames: 256, maxJpegScans: 100 };
// In a child, as in the worker: the decoder blocks all other loaders of its process.
const children = new ChildPool<DecodeRequest, DecodedPicture>({
  entry: 'lib/ingest/decode-child.ts',
  size: 1,
  recycleAfter: 1000,
});
afterAll(() => children.close());
const decode = (name: string, bytes: Buffer, changed = {}) =>
  children.run({ path: file(name, bytes), limits: { ...limits, ...changed } }, { deadlineMs: 20_000 });

test('a JPEG of thousands of scans, before it is decoded', async () => {
  const bytes = await manyScans(4000);
  const before = performance.now();
  await expect(decode('scans.jpg', bytes)).rejects.toMatchObject({ code: 'too_many_scans' });
  expect(performance.now() - before).toBeLessThan(2000);
});

test('a header that declares more pixels than are allowed, for each way of declaring them', async () => {
  for (const [width, height] of [
    [20_000, 13_000],
    [65_535, 65_535],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const) {
    const bomb = hollowPng(width, height);
    await expect(decode('bomb.png', bomb)).rejects.toMatchObject({ code: 'too_many_pixels' });
  }
  const wide = await noisy(400, 300).webp().toBuffer();
  await expect(decode('wide.webp', wide, { maxPixels: 119_999 })).rejects.toMatchObject({
    code: 'too_many_pixels',
  });
  expect(await decode('wide.webp', wide, { maxPixels: 120_000 })).toMatchObject({ width: 400 });
});

test('pixels that are missing, whatever part of them', async () => {
  const jpeg = await noisy(600, 400).jpeg().toBuffer();
  const progressive = await noisy(600, 400).jpeg({ progressive: true }).toBuffer();
  const png = await noisy(600, 400).png().toBuffer();
  const webp = await noisy(600, 400).webp().toBuffer();
  const avif = await noisy(200, 100).avif({ effort: 0 }).toBuffer();
  const tiff = await noisy(600, 400).tiff().toBuffer();
  const whole = { jpeg, progressive, png, webp, avif, tiff };
  for (const [name, bytes] of Object.entries(whole)) {
    await expect(decode(`whole.${name}`, bytes), name).resolves.toBeDefined();
    for (const part of [0.5, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await expect(decode(`cut.${name}`, cut), `${name} ${part}`).rejects.toMatchObject({
        code: expect.stringMatching(/undecodable|not_an_image/),
      });
    }
  }
});

test('a JPEG with garbage in its scan has one verdict, though a small copy of it can be made', async () => {
  const jpeg = await noisy(1200, 800).jpeg().toBuffer();
  const broken = Buffer.from(jpeg);
  const middle = Math.floor(jpeg.length / 2);
  broken.fill(0xff, middle, middle + 400);
  // A restart that nothing announced. What noise would put here now and then is the start of another picture.
  broken[middle + 400] = 0xd3;
  await expect(sharp(broken, { failOn: 'none' }).resize(64).toBuffer()).resolves.toBeDefined();
  await expect(decode('broken.jpg', broken)).rejects.toMatchObject({ code: 'undecodable' });
});

test('bytes behind the end of a JPEG harm nothing', async () => {
  const jpeg = await noisy(100, 80).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
  expect(await decode('polyglot.jpg', polyglot)).toMatchObject({ format: 'jpeg', width: 100 });
  const end = jpeg.length - 2;
  const stray = Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(8), jpeg.subarray(end)]);
  expect(await decode('stray.jpg', stray)).toMatchObject({ format: 'jpeg', width: 100 });
});

test('SVG, HTML, PDF and nothing at all', async () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    '<!doctype html><title>kit.png</title>',
    '%PDF-1.7\n1 0 obj',
    '',
  ]) {
    await expect(decode('other', Buffer.from(text))).rejects.toMatchObject({ code: 'not_an_image' });
  }
});

test('bombs are refused in bounded memory', async () => {
  const small = new ChildPool<DecodeRequest, DecodedPicture>({
    entry: 'lib/ingest/decode-child.ts',
    size: 1,
    recycleAfter: 1000,
    maxRssBytes: 250 * 1024 ** 2,
  });
  const text = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(80_000_000))]),
  );
  const bombs = {
    'pixels.png': hollowPng(65_535, 65_535),
    'text.png': hollowPng(4, 4, ...Array.from({ length: 8 }, () => text)),
    'scans.jpg': await manyScans(4000),
  };
  // The start of the child is not what is measured.
  const warmUp = file('first.jpg', await noisy(8, 8).jpeg().toBuffer());
  await small.run({ path: warmUp, limits }, { deadlineMs: 20_000 });
  for (const [name, bytes] of Object.entries(bombs)) {
    const took: number[] = [];
    // What else the machine does counts in one look at the clock; the shorter of two is what the file takes.
    for (let look = 0; look < 2; look += 1) {
      const before = performance.now();
      const outcome = small.run({ path: file(name, bytes), limits }, { deadlineMs: 10_000 });
      await expect(
        outcome.then(
          () => 'decoded',
          (error: Error) => error.name,
        ),
      ).resolves.toMatch(/decoded|ChildFailed/);
      took.push(performance.now() - before);
    }
    expect(Math.min(...took), name).toBeLessThan(2000);
  }
  await small.close();
});
