import { blur } from './blur.ts';
import { distanceMap } from './distance-map.ts';
import { findGround, type GroundRule } from './find-ground.ts';
import { fitBackdrop } from './fit-backdrop.ts';
import { highest } from './highest.ts';
import type { Mask, Raster } from './raster.ts';
import { borderOf, grow, not, shrink } from './regions.ts';
import type { RoughMatte } from './rough-matte.ts';
import { spreadColors } from './spread-colors.ts';
import { toLab } from './to-lab.ts';

export interface BackdropRule extends GroundRule {
  /** In pixels of the small copy. */
  feather: number;
}

/** The longest side of the copy that the backdrop is looked for in. */
export const backdropSide = 1024;

const ringPart = 0.025;
const bandRadius = 3;
/** In pixels of the small copy: how far a pixel's neighbours reach that it is compared with. */
const pureRadius = 2;
const pure = 0.85;
/** The border knows a curve; the whole backdrop, a light that falls on it in pools. */
const borderDegree = 2;
const wholeDegree = 3;
/** Only what is surely backdrop may shape it further. */
const cautious = 0.7;
const leastGround = 0.05;

/** Finds the plain backdrop of a small copy, and what stands before it. */
export function backdropMatte(picture: Raster, rule: BackdropRule): RoughMatte {
  const { width, height } = picture;
  const lab = toLab(picture);
  const ring = Math.max(2, Math.round(Math.min(width, height) * ringPart));
  const first = fitBackdrop(lab, borderOf(width, height, ring), borderDegree);
  const sure = { tolerance: rule.tolerance * cautious, holes: 'filled' } as const;
  const seen = findGround(lab, distanceMap(lab, first), sure);
  const backdrop = partOf(seen) > leastGround ? fitBackdrop(lab, seen, wholeDegree) : first;
  const map = distanceMap(lab, backdrop);
  const ground = findGround(lab, map, rule);
  const thing = not(ground);
  const reach = bandRadius + Math.ceil(rule.feather * 1.5);
  return {
    width,
    height,
    byColor: true,
    cover: blur(Float32Array.from(thing), width, height, 0.7),
    unsure: grow(edgesOf(ground, width, height), width, height, reach),
    thing: spreadColors(picture, pureOf(thing, map.bare, width, height)),
    ground: spreadColors(picture, shrink(ground, width, height, bandRadius)),
  };
}

function partOf(mask: Mask): number {
  let count = 0;
  for (const marked of mask) count += marked;
  return count / mask.length;
}

function edgesOf(ground: Mask, width: number, height: number): Mask {
  const wide = grow(ground, width, height, 1);
  const narrow = shrink(ground, width, height, 1);
  return wide.map((marked, at) => marked & (1 - (narrow[at] as number)));
}

/** The pixels that are wholly the thing's: around them none is farther from the backdrop. Wires have some, too. */
function pureOf(thing: Mask, bare: Float32Array, width: number, height: number): Mask {
  const farthest = highest(bare, width, height, pureRadius);
  return thing.map((marked, at) =>
    marked && (bare[at] as number) >= pure * (farthest[at] as number) ? 1 : 0,
  );
}
