import sharp from 'sharp';
import type { Raster } from '../picture.ts';

/** A mark and the pixels that its shadow reaches beyond it on every side. */
export interface Shadowed extends Raster {
  reach: number;
}

/** Of the mark's shorter side: wide enough to lift it off any ground, narrow enough to stay a shadow. */
const reachShare = 0.14;
const mostReachPx = 48;
/** Of full: what lies under the mark must still be recognised. */
const strength = 0.75;

/**
 * The mark on a soft dark or light shadow of its own shape, straight behind it: with an offset, one side of the
 * mark would have none. The raster grows by `reach` on every side.
 */
export async function castShadow(mark: Raster, shadow: 'none' | 'dark' | 'light'): Promise<Shadowed> {
  if (shadow === 'none') return { ...mark, reach: 0 };
  const shorter = Math.min(mark.width, mark.height);
  const reach = Math.min(mostReachPx, Math.max(1, Math.round(shorter * reachShare)));
  const width = mark.width + 2 * reach;
  const height = mark.height + 2 * reach;
  const spread = await blurredAlpha(mark, reach);
  const tone = shadow === 'light' ? 255 : 0;
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const inside = x >= reach && y >= reach && x < reach + mark.width && y < reach + mark.height;
      const from = inside ? ((y - reach) * mark.width + (x - reach)) * 4 : -1;
      lay(mark.pixels, from, Math.round((spread[at] as number) * strength), tone, pixels, at * 4);
    }
  }
  return { pixels, width, height, reach };
}

/** The mark's shape as one soft channel, `reach` pixels larger on every side. */
async function blurredAlpha({ pixels, width, height }: Raster, reach: number): Promise<Buffer> {
  // sharp takes a channel out last of all, so it is done by hand first.
  const alpha = Buffer.alloc(width * height);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = pixels[at * 4 + 3] as number;
  return await sharp(alpha, { raw: { width, height, channels: 1 } })
    .extend({ top: reach, bottom: reach, left: reach, right: reach, background: '#000000' })
    .blur(Math.max(0.5, reach / 2.2))
    .linear(2, 0)
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** One pixel of the mark (none at `from` -1) over its shadow. */
function lay(mark: Buffer, from: number, shadow: number, tone: number, to: Buffer, at: number): void {
  const alpha = from < 0 ? 0 : (mark[from + 3] as number);
  const under = (shadow * (255 - alpha)) / 255;
  const total = alpha + under;
  if (total === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const above = from < 0 ? 0 : (mark[from + channel] as number);
    to[at + channel] = Math.round((above * alpha + tone * under) / total);
  }
  to[at + 3] = Math.round(total);
}
