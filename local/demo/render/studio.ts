import type { Color } from './scene.ts';
import { add, frameOf, normalize, scale, type Vector } from './vector.ts';

/** The room around the things: one large soft box, the light that walls and ceiling throw back, and a sweep. */
export interface Studio {
  /** Where the soft box stands, seen from the middle of the scene. */
  key: Vector;
  /** Half its side over its distance: 0.1 throws hard shadows, 0.5 very soft ones. */
  keySize: number;
  keyLight: Color;
  /** From straight above. */
  domeLight: Color;
  backdrop: Color;
  /** How far behind the middle the paper rises, and how gently. */
  wall: number;
  bend: number;
  /** How much darker the paper gets away from the middle, over this many units. */
  pool: number;
}

export interface Lamp {
  towards: Vector;
  light: Color;
}

/** The studio's light as directions: the soft box in a grid, the dome in a spiral. */
export function lampsOf(studio: Studio, counts: { key: number; dome: number }): Lamp[] {
  const key = normalize(studio.key);
  const { u, v } = frameOf(key);
  const side = Math.ceil(Math.sqrt(counts.key));
  const lamps: Lamp[] = [];
  for (let at = 0; at < side * side; at += 1) {
    const [across, along] = [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side];
    const shift = add(
      scale(u, (across * 2 - 1) * studio.keySize),
      scale(v, (along * 2 - 1) * studio.keySize),
    );
    lamps.push({ towards: normalize(add(key, shift)), light: times(studio.keyLight, 1 / side ** 2) });
  }
  for (let at = 0; at < counts.dome; at += 1) {
    const height = 1 - (at + 0.5) / counts.dome;
    const angle = at * 2.399963;
    const flat = Math.sqrt(1 - height * height);
    lamps.push({
      towards: [flat * Math.cos(angle), height, flat * Math.sin(angle)],
      light: times(studio.domeLight, (2 / counts.dome) * (0.45 + 0.55 * height)),
    });
  }
  return lamps;
}

/** What a mirror sees in a direction: the soft box, a strip on the other side, the ceiling, the paper below. */
export class Surroundings {
  readonly #studio: Studio;
  readonly #key: Vector;
  readonly #u: Vector;
  readonly #v: Vector;

  constructor(studio: Studio) {
    this.#studio = studio;
    this.#key = normalize(studio.key);
    const { u, v } = frameOf(this.#key);
    this.#u = u;
    this.#v = v;
  }

  /** Brightness without colour; `blur` softens the edges of what is seen, as roughness does. */
  look(x: number, y: number, z: number, blur: number): number {
    const key = this.#key;
    const u = this.#u;
    const v = this.#v;
    const ahead = x * key[0] + y * key[1] + z * key[2];
    // Dark walls between a bright floor and a bright ceiling: without them metal looks like grey plastic.
    let seen = 0.12 + 0.7 * ramp(0.2, 0.95, y) + 0.6 * ramp(0.04 + blur * 0.2, -0.3 - blur * 0.2, y);
    if (ahead > 0) {
      const across = Math.abs(x * u[0] + y * u[1] + z * u[2]) / ahead;
      const along = Math.abs(x * v[0] + y * v[1] + z * v[2]) / ahead;
      const size = this.#studio.keySize * 1.15;
      const soft = 0.04 + blur * 1.1;
      const inside =
        (1 - ramp(size - soft, size + soft, across)) * (1 - ramp(size - soft, size + soft, along));
      seen += (inside * 13) / (1 + blur * 6);
    }
    // A tall strip opposite the soft box draws the edge of everything round.
    const strip = -x * key[0] * 0.9 - z * key[2] * 0.35;
    seen += ((ramp(0.62 - blur * 0.3, 0.78, strip) * ramp(-0.1, 0.25, y)) / (1 + blur * 4)) * 1.5;
    return seen;
  }
}

export function ramp(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function times([red, green, blue]: Color, by: number): Color {
  return [red * by, green * by, blue * by];
}
