import sharp from 'sharp';
import { expect, it } from 'vitest';
import { blurMask } from './blur-mask.ts';

it('a wide blur is the one of full size, to the eye', async () => {
  const [width, height] = [900, 700];
  const pixels = Buffer.alloc(width * height);
  for (let y = 200; y < 500; y += 1) pixels.fill(255, y * width + 300, y * width + 620);
  const reduced = await blurMask({ pixels, width, height }, 130, 1);
  const full = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(130)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const furthest = full.reduce((most, value, at) => Math.max(most, Math.abs(value - (reduced[at] ?? 0))), 0);
  expect(furthest).toBeLessThanOrEqual(3);
});
