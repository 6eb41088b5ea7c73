import type { Pixels } from '#lib/picture/pixels.ts';
import { type Backdrop, backdrop } from './backdrop.ts';
import { type DominantColor, dominantColors } from './dominant-colors.ts';

export interface Classification {
  kind: 'photo' | 'graphic';
  backdrop: Backdrop;
  dominant_colors: DominantColor[];
}

/** Looked at are the pixels of a copy with this longest side, smaller pictures as they are. */
export const classifiedSide = 512;

const flatShare = 0.55;
const fewColors = 24;
const fewColorsShare = 0.8;

/**
 * Says what kind of picture it is, from at most 512 × 512 upright pixels.
 *
 * `graphic` (a logo, a diagram, a screenshot) when both hold for the pixels that are neither transparent nor of
 * the same colour as the corner they touch most: at least 55 % of them have exactly the colour of their right and
 * lower neighbours, and the 24 commonest colours (5 bits a channel) cover at least 80 % of them. Light falls
 * unevenly on real things, so a photo fails the first even where it is blurred, and a smooth rendering fails the
 * second. A picture with nothing but its backdrop is a graphic. For the backdrop see `backdrop`, for the colours
 * `dominantColors`.
 */
export function classify(pixels: Pixels): Classification {
  return {
    kind: isGraphic(pixels) ? 'graphic' : 'photo',
    backdrop: backdrop(pixels),
    dominant_colors: dominantColors(pixels),
  };
}

function isGraphic(pixels: Pixels): boolean {
  const { width, height, rgba } = pixels;
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const ground = commonCorner(pixels);
  const counts = new Map<number, number>();
  let subject = 0;
  let flat = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const [red, green, blue, alpha] = rgba.subarray(at * 4, at * 4 + 4);
      if ((alpha as number) < 16 || colors[at] === ground) continue;
      subject += 1;
      const right = x + 1 < width ? colors[at + 1] : colors[at - 1];
      const below = y + 1 < height ? colors[at + width] : colors[at - width];
      if (colors[at] === right && colors[at] === below) flat += 1;
      const key = (((red as number) >> 3) << 10) | (((green as number) >> 3) << 5) | ((blue as number) >> 3);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  if (subject === 0) return true;
  const common = [...counts.values()].sort((one, other) => other - one).slice(0, fewColors);
  const covered = common.reduce((sum, count) => sum + count, 0);
  return flat >= subject * flatShare && covered >= subject * fewColorsShare;
}

/** The colour that most of the four corners have exactly, as one number; a paper-white ground is not the subject. */
function commonCorner(pixels: Pixels): number {
  const { width, height, rgba } = pixels;
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((at) => colors[at] ?? 0);
  const times = (color: number) => corners.filter((corner) => corner === color).length;
  return corners.reduce((best, corner) => (times(corner) > times(best) ? corner : best));
}
