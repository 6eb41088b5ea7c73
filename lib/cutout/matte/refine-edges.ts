import type { Raster } from './raster.ts';
import type { RoughMatte } from './rough-matte.ts';

/** Colours nearer to each other than the first, in 8-bit steps, say nothing of what covers what; beyond the second they say all. */
const alike = 18;
const apart = 60;
/** Alpha worked out from colours is never quite 0 or 1: noise. */
const nothing = 0.06;
const everything = 0.94;
/** Of a pixel that is hardly there, what is left after the backdrop's part is taken out is noise. */
const hardlyThere = 0.05;
const wellThere = 0.4;

/**
 * Gives the picture its alpha, in place. Only edges cost anything: there each pixel is taken for a mixture of the
 * thing's colour and the backdrop's, its alpha is the mixing ratio, and the backdrop's part is taken out of its colour,
 * so that no rim of it stays. Pixels of the edge that nothing covers get the thing's colour, for a feather to show.
 */
export function refineEdges(picture: Raster & { channels: 4 }, rough: RoughMatte): void {
  const { width, height, data } = picture;
  const columns = placesOf(width, rough.width);
  const rows = placesOf(height, rough.height);
  const spot = new Float64Array(7);
  for (let y = 0, at = 0; y < height; y += 1) {
    const v = rows[y] as number;
    const row = Math.round(v) * rough.width;
    for (let x = 0; x < width; x += 1, at += 4) {
      const u = columns[x] as number;
      const nearest = row + Math.round(u);
      if (rough.unsure[nearest]) {
        look(rough, u, v, spot);
        separate(data, at, spot, rough.byColor);
      } else if ((rough.cover[nearest] as number) < 0.5) {
        // Not fill(), which takes longer for four bytes than all the rest.
        data[at] = 0;
        data[at + 1] = 0;
        data[at + 2] = 0;
        data[at + 3] = 0;
      }
    }
  }
}

/** Where the middles of so many pixels lie among `small` ones. */
function placesOf(pixels: number, small: number): Float64Array {
  return Float64Array.from({ length: pixels }, (_, at) =>
    Math.max(0, Math.min(small - 1, ((at + 0.5) * small) / pixels - 0.5)),
  );
}

/** Cover, then the thing's colour, then the backdrop's, between the four nearest pixels of the small copy. */
function look(rough: RoughMatte, u: number, v: number, spot: Float64Array): void {
  const { width, height, cover, thing, ground } = rough;
  const left = Math.floor(u);
  const top = Math.floor(v);
  const across = u - left;
  const down = v - top;
  const a = top * width + left;
  const b = left + 1 < width ? a + 1 : a;
  const c = top + 1 < height ? a + width : a;
  const d = c + b - a;
  const wa = (1 - across) * (1 - down);
  const wb = across * (1 - down);
  const wc = (1 - across) * down;
  const wd = across * down;
  const mix = (plane: Float32Array, stride: number, part: number) =>
    (plane[a * stride + part] as number) * wa +
    (plane[b * stride + part] as number) * wb +
    (plane[c * stride + part] as number) * wc +
    (plane[d * stride + part] as number) * wd;
  spot[0] = mix(cover, 1, 0);
  for (let part = 0; part < 3; part += 1) {
    spot[1 + part] = mix(thing, 3, part);
    spot[4 + part] = mix(ground, 3, part);
  }
}

function separate(data: Uint8Array, at: number, spot: Float64Array, byColor: boolean): void {
  const alpha = byColor ? mixingRatio(data, at, spot) : (spot[0] as number);
  const sure = smooth(hardlyThere, wellThere, alpha);
  for (let part = 0; part < 3; part += 1) {
    const thing = spot[1 + part] as number;
    const ground = spot[4 + part] as number;
    const own = alpha > 0 ? ((data[at + part] as number) - (1 - alpha) * ground) / alpha : thing;
    data[at + part] = Math.max(0, Math.min(255, Math.round(own * sure + thing * (1 - sure))));
  }
  data[at + 3] = Math.round((data[at + 3] as number) * alpha);
}

/** Which part of the way from the backdrop's colour to the thing's the pixel has gone. */
function mixingRatio(data: Uint8Array, at: number, spot: Float64Array): number {
  let along = 0;
  let length = 0;
  for (let part = 0; part < 3; part += 1) {
    const ground = spot[4 + part] as number;
    const way = (spot[1 + part] as number) - ground;
    along += ((data[at + part] as number) - ground) * way;
    length += way * way;
  }
  const trust = smooth(alike, apart, Math.sqrt(length));
  const measured = clamp((along / Math.max(1, length) - nothing) / (everything - nothing));
  return measured * trust + (spot[0] as number) * (1 - trust);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}

function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
