import type { LabImage, Mask } from './raster.ts';
import { basisOf, fitSurfaces, type Surfaces, scaled, valueAt } from './surface.ts';

const rounds = 10;
const mostSamples = 8000;
/** In Lab. Paper in a JPEG is never smoother. */
const leastSpread = 0.8;

/**
 * Fits the pixels that `among` marks. What does not belong, such as a thing that touches the border, loses its weight
 * round by round (Tukey's biweight on the distance in Lab): it may be nearly half of them. Answers L, a and b wherever the
 * backdrop would be seen.
 */
export function fitBackdrop(lab: LabImage, among: Mask, degree: number): Surfaces {
  const places = placesOf(among);
  const basis = basisOf(
    places.map((place) => ({
      x: scaled(place % lab.width, lab.width),
      y: scaled(Math.floor(place / lab.width), lab.height),
    })),
    degree,
  );
  const stride = basis.length / places.length;
  const seen = [lab.l, lab.a, lab.b].map((plane) =>
    Float64Array.from(places, (place) => plane[place] as number),
  );
  const [l, a, b] = seen as [Float64Array, Float64Array, Float64Array];
  let weights = startWeights(l, a, b);
  for (let round = 0; ; round += 1) {
    // The first rounds find the colour, the later ones its shape.
    const order = Math.min(degree, Math.floor(round / 2));
    const surfaces = fitSurfaces({ basis, basisDegree: degree, seen, weights }, order);
    if (round === rounds) return surfaces;
    const distances = Float64Array.from(places, (_, at) => {
      const [dl, da, db] = surfaces.coefficients.map(
        (own, value) => (seen[value]?.[at] as number) - valueAt(own, basis, at * stride),
      );
      return Math.hypot(dl as number, da as number, db as number);
    });
    const inside = distances.filter((_, at) => (weights[at] as number) > 0.05);
    const reach = 5 * Math.max(median(inside.length > 0 ? inside : distances), leastSpread);
    weights = distances.map((distance) => (distance < reach ? (1 - (distance / reach) ** 2) ** 2 : 0));
  }
}

/** Those near the commonest colour: a median would lie between two. */
function startWeights(l: Float64Array, a: Float64Array, b: Float64Array): Float64Array {
  const bin = 6;
  const keys = Array.from(l, (light, at) =>
    [light, a[at] as number, b[at] as number].map((part) => Math.round(part / bin)).join(' '),
  );
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [commonest] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['0 0 0', 0]);
  const [midL = 0, midA = 0, midB = 0] = commonest.split(' ').map((part) => Number(part) * bin);
  return l.map((light, at) => {
    // Light falls off over a backdrop; its tint stays.
    const apart = Math.hypot((light - midL) / 3, (a[at] as number) - midA, (b[at] as number) - midB);
    return apart < 2 * bin ? 1 : 0;
  });
}

/** Evenly over those that are marked. */
function placesOf(mask: Mask): number[] {
  let count = 0;
  for (const marked of mask) count += marked;
  const step = Math.max(1, count / mostSamples);
  const places: number[] = [];
  let seen = 0;
  for (let place = 0; place < mask.length; place += 1) {
    if (!mask[place]) continue;
    if (seen >= places.length * step) places.push(place);
    seen += 1;
  }
  return places;
}

function median(values: Float64Array): number {
  return values.slice().sort()[Math.floor(values.length / 2)] ?? 0;
}
