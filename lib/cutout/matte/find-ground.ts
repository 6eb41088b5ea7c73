import type { DistanceMap } from './distance-map.ts';
import type { LabImage, Mask } from './raster.ts';
import { borderOf, flood, grow, not, regionsOf, shrink } from './regions.ts';

export interface GroundRule {
  /** In Lab: what is nearer to the backdrop than this is taken for it. */
  tolerance: number;
  /** `open`: backdrop that shows through the thing goes, too. */
  holes: 'open' | 'filled';
}

/** Gaps up to twice this wide, in pixels, are not flooded through: an edge has weak places. */
const leakRadius = 1;
/** Of the tolerance: a change from pixel to pixel that the flood does not cross. */
const barrier = 0.3;
/** What is this near is backdrop, however fast it changes. */
const certain = 0.25;
/**
 * Of the tolerance: a hole must match the backdrop more closely than what joins the border, since nothing else speaks
 * for it; above all a grey one, which highlights and shades of things match by chance.
 */
const greyHole = 0.3;
const tintedHole = 0.6;
/** Parts of the picture: smaller holes are reflections, smaller islands dust. */
const smallestHole = 0.00006;
const smallestIsland = 0.0002;

/** Which pixels show the backdrop. */
export function findGround(
  { width, height }: Pick<LabImage, 'width' | 'height'>,
  map: DistanceMap,
  { tolerance, holes }: GroundRule,
): Mask {
  const passable = new Uint8Array(width * height);
  for (let at = 0; at < passable.length; at += 1) {
    const near = (map.distance[at] as number) / tolerance;
    const isCalm = (map.edge[at] as number) < tolerance * barrier;
    if (near < 1 && (isCalm || near < certain)) passable[at] = 1;
  }
  const wide = shrink(passable, width, height, leakRadius);
  const starts = borderOf(width, height, leakRadius + 2);
  const floodFrom = (from: Mask) => {
    const reached = grow(flood(wide, from, width), width, height, leakRadius);
    return reached.map((marked, at) => marked & (passable[at] as number));
  };
  const ground = floodFrom(starts);
  if (holes === 'open') {
    const inHoles = findHoles(ground, width, map, tolerance);
    // What a shadow darkens in a hole joins what it leaves bright.
    for (const [at, marked] of floodFrom(inHoles).entries()) if (marked || inHoles[at]) ground[at] = 1;
  }
  dropIslands(ground, width);
  return ground;
}

function findHoles(ground: Mask, width: number, { distance, tinted }: DistanceMap, tolerance: number): Mask {
  const close = ground.map((marked, at) => {
    const limit = greyHole + (tintedHole - greyHole) * (tinted[at] as number);
    return !marked && (distance[at] as number) < tolerance * limit ? 1 : 0;
  });
  const least = Math.max(4, ground.length * smallestHole);
  const found = new Uint8Array(ground.length);
  for (const hole of regionsOf(close, width))
    if (hole.length >= least) for (const place of hole) found[place] = 1;
  return found;
}

function dropIslands(ground: Mask, width: number): void {
  const least = Math.max(4, ground.length * smallestIsland);
  for (const island of regionsOf(not(ground), width))
    if (island.length < least) for (const place of island) ground[place] = 1;
}
