import { hashSide, perceptualHash } from './perceptual-hash.ts';

/** The side of a print in pixels. */
export const printSide = 64;

/**
 * What a picture is known again by: upright, on white, squeezed to 64×64 and grey, one byte a pixel. Shapes do not
 * count, since a copy with cut edges has another.
 */
export type Print = Uint8Array;

/** A part of a picture, in fractions of its sides. */
export interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const wholeView: View = { left: 0, top: 0, right: 1, bottom: 1 };

/** Cuts edges off by these fractions. */
function cut(left: number, top: number, right: number, bottom: number): View {
  return { left, top, right: 1 - right, bottom: 1 - bottom };
}

/**
 * Where a copy with cut edges may lie in its master: each copy that lost up to 8 % at any edges is near one of these.
 * The database has a column for each.
 */
export const hashedViews: readonly View[] = [
  cut(0.015, 0.015, 0.015, 0.015),
  cut(0.045, 0.045, 0.045, 0.045),
  cut(0, 0, 0.06, 0.06),
  cut(0.06, 0.06, 0, 0),
  cut(0, 0.06, 0.06, 0),
  cut(0.06, 0, 0, 0.06),
  cut(0.04, 0, 0.04, 0),
  cut(0, 0.04, 0, 0.04),
];

/** The perceptual hash of each of `hashedViews`. */
export function printHashes(print: Print): string[] {
  return hashedViews.map((view) => hashOfView(print, view));
}

export function hashOfView(print: Print, view: View): string {
  return perceptualHash(sampleView(print, view, hashSide));
}

/** The view as a square of `side` pixels, each between the four of the print, or of a larger one, that are nearest. */
export function sampleView(print: Print, view: View, side: number, from = printSide): Float32Array {
  const across = placesOf(view.left, view.right, side, from);
  const down = placesOf(view.top, view.bottom, side, from);
  const sampled = new Float32Array(side * side);
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(down[y] as number);
    const low = (down[y] as number) - row;
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(across[x] as number);
      const right = (across[x] as number) - column;
      const at = row * from + column;
      const upper = (print[at] as number) * (1 - right) + (print[at + 1] as number) * right;
      const lower = (print[at + from] as number) * (1 - right) + (print[at + from + 1] as number) * right;
      sampled[y * side + x] = upper * (1 - low) + lower * low;
    }
  }
  return sampled;
}

/** The middles of `side` equal parts, in pixels of the print, kept where a neighbour follows. */
function placesOf(first: number, last: number, side: number, from: number): Float64Array {
  const end = from - 1 - 1e-6;
  return Float64Array.from({ length: side }, (_, at) =>
    Math.min(end, Math.max(0, (first + ((last - first) * (at + 0.5)) / side) * from - 0.5)),
  );
}
