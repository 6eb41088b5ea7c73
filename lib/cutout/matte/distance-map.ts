import { blur } from './blur.ts';
import type { LabImage } from './raster.ts';
import { drawSurface, type Surfaces } from './surface.ts';

export interface DistanceMap {
  /** How far each pixel is from what the backdrop would show there, shadows forgiven where nothing has an edge. */
  distance: Float32Array;
  /** How fast lightness and tint change from pixel to pixel, in Lab. */
  edge: Float32Array;
  /** How far it is from the backdrop as it stands: no shadow forgiven, no noise smoothed away. */
  bare: Float32Array;
  /** How much the backdrop's tint tells it from things there: from 0, grey, to 1, a strong colour. */
  tinted: Float32Array;
}

// Tried out on the demo things over blue, white, grey and sand-coloured paper.
/** Of a shadow's darkness this part counts as distance; less where the backdrop's tint tells it from things. */
const shadowWeight = 0.3;
const tintedShadowWeight = 0.1;
/** Nothing makes a backdrop brighter than the light that falls on it. */
const brightWeight = 2.5;
/** A change this fast is noise or a soft shadow; one that fast an edge. */
const softEdge = 1.2;
const hardEdge = 4;
/** From this chroma on a backdrop's tint says something; from that on it says all. */
const faintTint = 8;
const strongTint = 36;
/** Shadows are lit by the room and turn a little from the backdrop's hue. */
const shadowTurn = 0.6;

/**
 * A shadow on the backdrop takes light away and leaves the hue, and of the chroma between all and the light's own
 * part. What is darker than the backdrop is compared with the backdrop under such a shadow.
 */
export function distanceMap(lab: LabImage, surfaces: Surfaces): DistanceMap {
  const { width, height } = lab;
  const draw = (value: number) => drawSurface(surfaces, value, width, height);
  const ground = { l: draw(0), a: draw(1), b: draw(2) };
  // JPEG keeps tints at half the size, so they are noisier.
  const calm = {
    l: blur(lab.l, width, height, 0.8),
    a: blur(lab.a, width, height, 1.2),
    b: blur(lab.b, width, height, 1.2),
  };
  const edge = edges([calm.l, calm.a, calm.b], width, height);
  const distance = new Float32Array(width * height);
  const tinted = new Float32Array(width * height);
  const bare = new Float32Array(width * height);
  for (let at = 0; at < distance.length; at += 1) {
    const groundL = ground.l[at] as number;
    const groundA = ground.a[at] as number;
    const groundB = ground.b[at] as number;
    const a = calm.a[at] as number;
    const b = calm.b[at] as number;
    const darker = groundL - (calm.l[at] as number);
    const chroma = Math.sqrt(groundA * groundA + groundB * groundB);
    const tint = ramp(faintTint, strongTint, chroma);
    tinted[at] = tint;
    bare[at] = length(
      (lab.l[at] as number) - groundL,
      (lab.a[at] as number) - groundA,
      (lab.b[at] as number) - groundB,
    );
    if (darker <= 0) {
      distance[at] = length(a - groundA, b - groundB, darker * brightWeight);
      continue;
    }
    const along = chroma > 0.5 ? (a * groundA + b * groundB) / chroma : 0;
    const across = Math.sqrt(Math.max(0, a * a + b * b - along * along));
    const least = (chroma * Math.max(0, groundL - darker)) / groundL;
    const beyond = along < least ? least - along : Math.max(0, along - chroma * 1.1);
    const sharp = ramp(softEdge, hardEdge, edge[at] as number) * (1 - tint);
    const weight = shadowWeight + (tintedShadowWeight - shadowWeight) * tint;
    distance[at] = length(
      across * (1 + (shadowTurn - 1) * tint),
      beyond,
      darker * (weight + (1 - weight) * sharp),
    );
  }
  return { distance, edge, tinted, bare };
}

function ramp(from: number, to: number, value: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** Math.hypot guards against overflow, which takes most of the time here. */
function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function edges(planes: readonly Float32Array[], width: number, height: number): Float32Array {
  const edge = new Float32Array(width * height);
  for (const plane of planes)
    for (let y = 0, at = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, at += 1) {
        const left = plane[x > 0 ? at - 1 : at] as number;
        const right = plane[x + 1 < width ? at + 1 : at] as number;
        const above = plane[y > 0 ? at - width : at] as number;
        const below = plane[y + 1 < height ? at + width : at] as number;
        edge[at] = (edge[at] as number) + ((right - left) ** 2 + (below - above) ** 2) / 4;
      }
  for (let at = 0; at < edge.length; at += 1) edge[at] = Math.sqrt(edge[at] as number);
  return edge;
}
