import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { placeholderUrl, thumbHashHasAlpha } from './thumb-hash.ts';

/** Left half red, right half blue, twice as wide as high. */
function hashOf(alpha: number): string {
  const [width, height] = [60, 30];
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isLeft = pixel % width < width / 2;
    rgba.set([isLeft ? 220 : 30, 30, isLeft ? 30 : 220, alpha], pixel * 4);
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
}

function pixels(url: string) {
  return sharp(Buffer.from(url.replace(/^data:image\/png;base64,/, ''), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

test('a placeholder is a small picture in the shape and the colours of the photo', async () => {
  const url = placeholderUrl(hashOf(255));
  expect(url.length).toBeLessThan(700);
  const { data, info } = await pixels(url);
  expect(info.width).toBe(8);
  expect(info.height).toBeLessThan(info.width);
  const last = (info.width - 1) * info.channels;
  expect(data[0]).toBeGreaterThan(data[2] ?? 0);
  expect(data[last + 2]).toBeGreaterThan(data[last] ?? 0);
});

test('a ThumbHash tells whether the photo has transparency', () => {
  expect(thumbHashHasAlpha(hashOf(255))).toBe(false);
  expect(thumbHashHasAlpha(hashOf(100))).toBe(true);
});
