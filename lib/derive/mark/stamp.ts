import type { Raster, Sheet } from '../picture.ts';
import type { Place } from './mark-places.ts';

/**
 * Lays a mark over the sheet, in place, clipped to the picture: never on the padding. Plain arithmetic on bytes
 * gives the same result on every machine and touches only the pixels under the mark.
 */
export function stamp(sheet: Sheet, mark: Raster, { left, top }: Place): void {
  const { placed } = sheet;
  const firstX = Math.max(left, placed.left);
  const firstY = Math.max(top, placed.top);
  const endX = Math.min(left + mark.width, placed.left + placed.width);
  const endY = Math.min(top + mark.height, placed.top + placed.height);
  const blend = sheet.channels === 4 ? blendOverAlpha : blendOverOpaque;
  for (let y = firstY; y < endY; y += 1) {
    let from = ((y - top) * mark.width + (firstX - left)) * 4;
    let to = (y * sheet.width + firstX) * sheet.channels;
    for (let x = firstX; x < endX; x += 1) {
      if (mark.pixels[from + 3] !== 0) blend(sheet.pixels, to, mark.pixels, from);
      from += 4;
      to += sheet.channels;
    }
  }
}

function blendOverOpaque(under: Buffer, to: number, over: Buffer, from: number): void {
  const alpha = over[from + 3] as number;
  for (let channel = 0; channel < 3; channel += 1) {
    const below = under[to + channel] as number;
    const above = over[from + channel] as number;
    under[to + channel] = Math.round((below * (255 - alpha) + above * alpha) / 255);
  }
}

function blendOverAlpha(under: Buffer, to: number, over: Buffer, from: number): void {
  const alpha = over[from + 3] as number;
  const kept = ((under[to + 3] as number) * (255 - alpha)) / 255;
  const total = alpha + kept;
  for (let channel = 0; channel < 3; channel += 1) {
    const below = under[to + channel] as number;
    const above = over[from + channel] as number;
    under[to + channel] = Math.round((above * alpha + below * kept) / total);
  }
  under[to + 3] = Math.round(total);
}
