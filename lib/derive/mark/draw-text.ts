import { missingLetters } from '#lib/fonts/mark-fonts.ts';
import type { TextMark } from '#lib/policy/output-contract.ts';
import type { Size } from '../geometry.ts';
import { parseColor, type Raster } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { blurMask, greyOf } from './blur-mask.ts';
import { drawMask, type Mask } from './text-mask.ts';

const referencePx = 100;
/** Hinting and rounding make smaller letters ragged; they are drawn at this size and scaled down. */
const leastFontPx = 12;
/** Of the mark's height: thick enough to be seen, thin enough to leave the letters open. */
const outlineShare = 0.05;

/** The text's width by its height. */
export async function textAspect({ text, outline }: TextMark): Promise<number> {
  const missing = missingLetters(text);
  if (missing.length > 0)
    throw new RenderRefused(
      'contract_unmet',
      `The mark “${text}” cannot be drawn: the fonts have no ${missing.join(' ')}. Change its text.`,
    );
  const { width, height } = await drawMask(text, referencePx);
  const edge = 2 * outlinePx(outline, height);
  return (width + edge) / (height + edge);
}

/** The text in exactly this size, its outline included. */
export async function drawText({ text, color, outline }: TextMark, size: Size): Promise<Raster> {
  const edge = outlinePx(outline, size.height);
  const inner = { width: Math.max(1, size.width - 2 * edge), height: Math.max(1, size.height - 2 * edge) };
  const reference = await drawMask(text, referencePx);
  const fontPx = Math.max(leastFontPx, Math.ceil((referencePx * inner.width) / reference.width));
  const letters = await fitMask(await drawMask(text, fontPx), inner, edge);
  if (edge === 0) return paint(letters, undefined, color, outline);
  return paint(letters, await spread(letters, edge), color, outline);
}

function outlinePx(outline: TextMark['outline'], height: number): number {
  return outline === 'none' || height < 8 ? 0 : Math.max(1, Math.round(height * outlineShare));
}

async function fitMask(mask: Mask, size: Size, edge: number): Promise<Mask> {
  const { data, info } = await greyOf(mask)
    .resize(size.width, size.height, { fit: 'fill' })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#000000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The letters grown by about `edge` pixels on every side, with a soft rim. */
async function spread(letters: Mask, edge: number): Promise<Mask> {
  return { ...letters, pixels: await blurMask(letters, Math.max(0.5, edge * 0.6), 4) };
}

/** The letters over their outline. */
function paint(letters: Mask, rim: Mask | undefined, color: string, outline: TextMark['outline']): Raster {
  const { r, g, b } = parseColor(color);
  const edge = outline === 'light' ? 255 : 0;
  const pixels = Buffer.alloc(letters.width * letters.height * 4);
  for (let index = 0; index < letters.pixels.length; index += 1) {
    const letter = letters.pixels[index] as number;
    const around = rim ? ((rim.pixels[index] as number) * (255 - letter)) / 255 : 0;
    const total = letter + around;
    if (total === 0) continue;
    const to = index * 4;
    pixels[to] = Math.round((r * letter + edge * around) / total);
    pixels[to + 1] = Math.round((g * letter + edge * around) / total);
    pixels[to + 2] = Math.round((b * letter + edge * around) / total);
    pixels[to + 3] = Math.round(total);
  }
  return { pixels, width: letters.width, height: letters.height };
}
