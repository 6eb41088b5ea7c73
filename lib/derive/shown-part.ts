import type { Geometry } from './geometry.ts';

/** Below this a copy of the file would still be found by the print of the whole master. */
const wholeEnough = 0.02;

/**
 * Which part of the upright master the file shows, as `left,top,right,bottom` in fractions; nothing where it is all of
 * it, or nearly. Padding shows nothing of the master, and does not count.
 */
export function shownPart({ crop, cut, scaled }: Geometry, upright: { width: number; height: number }) {
  const from = crop ?? { left: 0, top: 0, ...upright };
  const of = cut ?? { left: 0, top: 0, ...scaled };
  const left = (from.left + (of.left / scaled.width) * from.width) / upright.width;
  const top = (from.top + (of.top / scaled.height) * from.height) / upright.height;
  const right = left + ((of.width / scaled.width) * from.width) / upright.width;
  const bottom = top + ((of.height / scaled.height) * from.height) / upright.height;
  const lost = [left, top, 1 - right, 1 - bottom];
  if (lost.every((edge) => edge < wholeEnough)) return undefined;
  return [left, top, right, bottom].map((edge) => Number(edge.toFixed(2))).join(',');
}
