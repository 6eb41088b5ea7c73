import { imageDecoder } from '#lib/picture/image-decoder.ts';
import type { Raster } from './matte/raster.ts';

/** A Gaussian of less than this changes nothing that 8 bits can show. */
const leastSigma = 0.3;

/** Softens the edge of the alpha over about `feather` pixels, in place; colours stay. */
export async function featherAlpha(picture: Raster & { channels: 4 }, feather: number): Promise<void> {
  const sigma = feather / 2;
  if (sigma < leastSigma) return;
  const { width, height, data } = picture;
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] as number;
  const soft = await imageDecoder(alpha, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  for (let at = 0; at < alpha.length; at += 1) data[at * 4 + 3] = soft[at] as number;
}
