import { ramp, type Studio } from './studio.ts';
import type { Vector } from './vector.ts';

/** A point on the paper and how it lies there. */
export interface PaperPoint {
  x: number;
  y: number;
  z: number;
  ny: number;
  nz: number;
  /** Along the ray. */
  distance: number;
}

/**
 * Where a ray meets the sweep: a floor at height 0 that bends up into a wall. The bend is shaded, not bent: its
 * normal turns over a stretch of floor and wall, which is all that shows of it.
 */
export function meetPaper(studio: Studio, eye: Vector, direction: Float64Array, point: PaperPoint): void {
  const ex = eye[0];
  const ey = eye[1];
  const ez = eye[2];
  const dx = direction[0] as number;
  const dy = direction[1] as number;
  const dz = direction[2] as number;
  const floor = dy < -1e-6 ? -ey / dy : Number.POSITIVE_INFINITY;
  const wall = dz < -1e-6 ? (-studio.wall - ez) / dz : Number.POSITIVE_INFINITY;
  const distance = Math.min(floor, wall, 1e4);
  point.distance = distance;
  point.x = ex + dx * distance;
  point.y = Math.max(0, ey + dy * distance);
  point.z = Math.max(-studio.wall, ez + dz * distance);
  // From 0 on the floor to 1 on the wall, by the way along the paper.
  const along = point.y - (point.z + studio.wall);
  const turned = ramp(-studio.bend, studio.bend, along);
  point.ny = Math.cos((turned * Math.PI) / 2);
  point.nz = Math.sin((turned * Math.PI) / 2);
}

/** The light on the paper falls off away from the middle, as it does from a lamp that hangs near. */
export function poolOfLight(studio: Studio, point: PaperPoint): number {
  const away = Math.hypot(point.x, point.y * 1.3, point.z) / studio.pool;
  return 0.42 + 0.58 / (1 + away * away);
}
