import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashDistance, hashSide, perceptualHash } from './perceptual-hash.ts';

/** Soft hills of light: a picture with something in every low frequency. */
async function picture(seed: number, size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [(at % size) / size, Math.floor(at / size) / size];
    const hills = Math.sin(seed + 5 * x) + Math.cos(seed * 2 + 7 * y) + Math.sin(seed * 3 + 9 * (x + y));
    pixels[at] = Math.round(127 + 40 * hills);
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .png()
    .toBuffer();
}

async function hashOf(file: Buffer): Promise<string> {
  const grey = sharp(file).resize(hashSide, hashSide, { fit: 'fill' }).toColourspace('b-w').raw();
  return perceptualHash(await grey.toBuffer());
}

test('another size and another compression are still the same picture', async () => {
  const original = await picture(1, 800);
  const small = await sharp(original).resize(200, 200).jpeg({ quality: 50 }).toBuffer();
  expect(hashDistance(await hashOf(original), await hashOf(small))).toBeLessThanOrEqual(6);
});

test('different pictures are far apart', async () => {
  const hashes = await Promise.all([1, 2.3, 4.1].map(async (seed) => hashOf(await picture(seed, 400))));
  const [a = '', b = '', c = ''] = hashes;
  for (const distance of [hashDistance(a, b), hashDistance(b, c), hashDistance(a, c)]) {
    expect(distance).toBeGreaterThan(14);
  }
});

test('a hash is 16 hex digits, of one colour too', () => {
  expect(perceptualHash(new Uint8Array(hashSide * hashSide).fill(200))).toBe('8000000000000000');
});

test('the distance counts bits', () => {
  expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
  expect(hashDistance('8000000000000001', '8000000000000001')).toBe(0);
});
