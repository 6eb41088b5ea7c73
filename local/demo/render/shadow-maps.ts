import { rasterize } from './rasterize.ts';
import type { Geometry } from './scene.ts';
import type { Lamp } from './studio.ts';
import { dot, frameOf, type Vector } from './vector.ts';

/** Pixels of a map for each unit that the scene reaches from its middle. */
const pixelsAUnit = 62;
/** Units by which a look may miss: hard steps between few lamps become grain. */
const looseness = 0.045;

/**
 * How much of each lamp reaches a point. A map a lamp holds what the lamp sees first; many lamps make soft edges,
 * and those of the dome make the dark where things meet.
 */
export class ShadowMaps {
  readonly #colors: Float64Array;
  readonly #maps: Float32Array[] = [];
  /** Nine numbers a lamp: across and along in map pixels, and towards. */
  readonly #frames: Float64Array;
  readonly #middle: Vector;
  readonly #radius: number;
  readonly #side: number;
  readonly #loose: number;

  constructor(geometry: Geometry, lamps: readonly Lamp[]) {
    const { middle, radius } = boundsOf(geometry.positions);
    this.#colors = Float64Array.from(lamps.flatMap(({ light }) => light));
    this.#middle = middle;
    this.#radius = radius;
    const side = Math.round(Math.min(900, Math.max(400, radius * pixelsAUnit)));
    this.#side = side;
    this.#loose = (looseness * side) / radius;
    this.#frames = new Float64Array(lamps.length * 9);
    const perUnit = side / 2 / radius;
    lamps.forEach(({ towards }, at) => {
      const { u, v } = frameOf(towards);
      this.#frames.set([...u.map((x) => x * perUnit), ...v.map((x) => x * perUnit), ...towards], at * 9);
      this.#maps.push(this.#draw(geometry, at));
    });
  }

  #draw({ positions, triangles }: Geometry, lamp: number): Float32Array {
    const side = this.#side;
    const projected = new Float64Array(positions.length);
    const frame = this.#frames.subarray(lamp * 9, lamp * 9 + 9);
    const [ux = 0, uy = 0, uz = 0, vx = 0, vy = 0, vz = 0, tx = 0, ty = 0, tz = 0] = frame;
    for (let at = 0; at < positions.length; at += 3) {
      const x = (positions[at] as number) - this.#middle[0];
      const y = (positions[at + 1] as number) - this.#middle[1];
      const z = (positions[at + 2] as number) - this.#middle[2];
      projected[at] = x * ux + y * uy + z * uz + side / 2;
      projected[at + 1] = x * vx + y * vy + z * vz + side / 2;
      projected[at + 2] = x * tx + y * ty + z * tz;
    }
    return rasterize(projected, (depth) => depth, triangles, side, side).nearness;
  }

  /** Adds up the light that falls on a point, into `light` (red, green, blue, share of the dome that is open). */
  gather(px: number, py: number, pz: number, nx: number, ny: number, nz: number, light: Float64Array): void {
    const frames = this.#frames;
    const colors = this.#colors;
    const loose = this.#loose;
    const half = this.#side / 2;
    // Lifted off its surface, a point is not shadowed by its own triangle.
    const lift = this.#radius * 0.006;
    const x = px - this.#middle[0] + nx * lift;
    const y = py - this.#middle[1] + ny * lift;
    const z = pz - this.#middle[2] + nz * lift;
    const bias = this.#radius * 0.004;
    let red = 0;
    let green = 0;
    let blue = 0;
    let open = 0;
    let all = 0;
    let turn = (Math.abs(Math.round((px * 7919 + py * 104729 + pz * 1299709) * 97)) % 2147483646) + 1;
    for (let lamp = 0; lamp < this.#maps.length; lamp += 1) {
      const at = lamp * 9;
      const tx = frames[at + 6] as number;
      const ty = frames[at + 7] as number;
      const tz = frames[at + 8] as number;
      const facing = nx * tx + ny * ty + nz * tz;
      if (facing <= 0) continue;
      all += facing;
      turn = (turn * 16807) % 2147483647;
      const shiftX = ((turn & 1023) / 1023 - 0.5) * loose;
      const shiftY = (((turn >> 10) & 1023) / 1023 - 0.5) * loose;
      const column =
        x * (frames[at] as number) + y * (frames[at + 1] as number) + z * (frames[at + 2] as number);
      const row =
        x * (frames[at + 3] as number) + y * (frames[at + 4] as number) + z * (frames[at + 5] as number);
      const depth = x * tx + y * ty + z * tz;
      const lit = this.#visible(lamp, column + half + shiftX, row + half + shiftY, depth + bias);
      if (lit === 0) continue;
      const amount = facing * lit;
      open += amount;
      red += (colors[lamp * 3] as number) * amount;
      green += (colors[lamp * 3 + 1] as number) * amount;
      blue += (colors[lamp * 3 + 2] as number) * amount;
    }
    light[0] = red;
    light[1] = green;
    light[2] = blue;
    light[3] = all > 0 ? open / all : 0;
  }

  /** Between the four nearest pixels of the map, so that its grid does not show. */
  #visible(lamp: number, column: number, row: number, depth: number): number {
    const side = this.#side;
    const x = Math.floor(column - 0.5);
    const y = Math.floor(row - 0.5);
    if (x < 0 || y < 0 || x >= side - 1 || y >= side - 1) return 1;
    const map = this.#maps[lamp] as Float32Array;
    const at = y * side + x;
    const fx = column - 0.5 - x;
    const fy = row - 0.5 - y;
    const top = ((map[at] as number) > depth ? 0 : 1 - fx) + ((map[at + 1] as number) > depth ? 0 : fx);
    const below =
      ((map[at + side] as number) > depth ? 0 : 1 - fx) + ((map[at + side + 1] as number) > depth ? 0 : fx);
    return top * (1 - fy) + below * fy;
  }
}

function boundsOf(positions: Float32Array): { middle: Vector; radius: number } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (let at = 0; at < positions.length; at += 1) {
    const value = positions[at] as number;
    if (value < (low[at % 3] as number)) low[at % 3] = value;
    if (value > (high[at % 3] as number)) high[at % 3] = value;
  }
  const middle = low.map((value, axis) => (value + (high[axis] as number)) / 2) as unknown as Vector;
  const reach = low.map((value, axis) => ((high[axis] as number) - value) / 2) as unknown as Vector;
  return { middle, radius: Math.sqrt(dot(reach, reach)) * 1.02 };
}
