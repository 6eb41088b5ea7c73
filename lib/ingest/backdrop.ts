import { hexColor, type Pixel, type Pixels, pixelAt } from '#lib/picture/pixels.ts';
import { colorDistance, oklab } from './oklab.ts';

export interface Backdrop {
  kind: 'plain' | 'transparent' | 'busy';
  /** The middle colour of a plain one. */
  color: string | null;
}

const transparentBelow = 16;
const mostly = 0.85;
/** Neighbours on the border of a smooth backdrop differ by less than this in Oklab. */
const smoothStep = 0.02;
/** From its darkest to its lightest, a lit backdrop spans up to this. */
const maxLightRange = 0.35;
const maxTintRange = 0.07;

/**
 * Whether the picture stands on nothing much. Looked at is a ring, a thirtieth of the shorter side wide (at least
 * a pixel), along all four edges. `transparent`: at least 85 % of it lets the background through. `plain`: at
 * least 85 % of neighbouring pixels in it differ by less than 0.02 in Oklab, and of its middle 90 % lightness
 * spans at most 0.35 and each tint axis at most 0.07. So a studio sweep with a soft gradient is plain, and so is
 * white paper; grass, a table with grain or a room are busy.
 */
export function backdrop(pixels: Pixels): Backdrop {
  const ring = ringOf(pixels);
  const clear = ring.filter(({ alpha }) => alpha < transparentBelow).length;
  if (clear >= ring.length * mostly) return { kind: 'transparent', color: null };
  const seen = ring.filter(({ alpha }) => alpha >= transparentBelow);
  const labs = seen.map(({ red, green, blue }) => oklab(red, green, blue));
  const smooth = labs.filter((lab, at) => {
    const before = labs[at - 1];
    return before !== undefined && colorDistance(lab, before) < smoothStep;
  }).length;
  const isPlain =
    seen.length >= ring.length * mostly &&
    smooth >= (labs.length - 1) * mostly &&
    middleRange(labs.map(({ l }) => l)) <= maxLightRange &&
    middleRange(labs.map(({ a }) => a)) <= maxTintRange &&
    middleRange(labs.map(({ b }) => b)) <= maxTintRange;
  if (!isPlain) return { kind: 'busy', color: null };
  return { kind: 'plain', color: hexColor(medianColor(seen)) };
}

/** Walks the ring edge by edge, so that pixels that follow each other are neighbours. */
function ringOf(pixels: Pixels): Pixel[] {
  const { width, height } = pixels;
  const depth = Math.max(1, Math.floor(Math.min(width, height) / 30));
  const ring: Pixel[] = [];
  for (let inset = 0; inset < depth; inset += 1) {
    const [right, bottom] = [width - 1 - inset, height - 1 - inset];
    for (let x = inset; x <= right; x += 1) ring.push(pixelAt(pixels, x, inset));
    for (let y = inset + 1; y <= bottom; y += 1) ring.push(pixelAt(pixels, right, y));
    for (let x = right - 1; x >= inset; x -= 1) ring.push(pixelAt(pixels, x, bottom));
    for (let y = bottom - 1; y > inset; y -= 1) ring.push(pixelAt(pixels, inset, y));
  }
  return ring;
}

function middleRange(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0;
  return at(0.95) - at(0.05);
}

function medianColor(pixels: Pixel[]): Omit<Pixel, 'alpha'> {
  const median = (of: (pixel: Pixel) => number) =>
    Uint8Array.from(pixels, of).sort()[Math.floor(pixels.length / 2)] ?? 0;
  return { red: median((p) => p.red), green: median((p) => p.green), blue: median((p) => p.blue) };
}
