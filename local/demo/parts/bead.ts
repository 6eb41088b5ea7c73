import type { ProfilePoint } from '../render/profile.ts';
import { lathe } from '../render/shapes.ts';

const radius = 0.455;
const halfWidth = 0.305;
const hole = 0.09;
const points = 17;

/** A turned wooden bead around the origin, its hole along y: the outer part of a ring, flattened a little. */
export const bead = lathe(
  Array.from({ length: points }, (_, at): ProfilePoint => {
    const angle = ((at / (points - 1)) * 2 - 1) * Math.PI * 0.86;
    const middle = hole + (radius - hole) / 2;
    const reach = (radius - hole) / 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { x: middle + reach * c, y: halfWidth * s, nx: c / reach, ny: s / halfWidth };
  }),
  32,
);
