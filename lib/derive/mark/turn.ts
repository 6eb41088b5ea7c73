import sharp from 'sharp';
import type { Raster } from '../picture.ts';

/** Turns a mark by any angle, clockwise. */
export async function turn(mark: Raster, degrees: number): Promise<Raster> {
  if (degrees === 0) return mark;
  // Interpolating between a colour and the black of transparent corners would draw a dark rim.
  const { data, info } = await sharp(
    scaleColours(mark.pixels, (value, alpha) => (value * alpha) / 255),
    {
      raw: { width: mark.width, height: mark.height, channels: 4 },
    },
  )
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = scaleColours(data, (value, alpha) => (alpha === 0 ? 0 : (value * 255) / alpha));
  return { pixels, width: info.width, height: info.height };
}

function scaleColours(pixels: Buffer, scale: (value: number, alpha: number) => number): Buffer {
  const scaled = Buffer.from(pixels);
  for (let at = 0; at < scaled.length; at += 4) {
    const alpha = scaled[at + 3] as number;
    for (let channel = 0; channel < 3; channel += 1)
      scaled[at + channel] = Math.min(255, Math.round(scale(scaled[at + channel] as number, alpha)));
  }
  return scaled;
}
