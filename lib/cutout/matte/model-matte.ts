import type { Raster } from './raster.ts';
import { grow } from './regions.ts';
import type { RoughMatte } from './rough-matte.ts';
import { spreadColors } from './spread-colors.ts';

const surely = 0.98;

/**
 * The matte of a model in the form that edges are worked out from. The backdrop may be anything, so its colour says
 * nothing of what covers what: the model's word counts, and the backdrop is only taken out of the colours of soft edges.
 */
export function modelMatte(picture: Raster, cover: Float32Array, feather: number): RoughMatte {
  const { width, height } = picture;
  const soft = Uint8Array.from(cover, (part) => (part > 1 - surely && part < surely ? 1 : 0));
  const steps = Uint8Array.from(cover, (part, at) => {
    const right = cover[(at + 1) % width === 0 ? at : at + 1] as number;
    const below = cover[at + width < cover.length ? at + width : at] as number;
    return part > 0.5 !== right > 0.5 || part > 0.5 !== below > 0.5 ? 1 : 0;
  });
  const edges = soft.map((marked, at) => marked | (steps[at] as number));
  return {
    width,
    height,
    cover,
    byColor: false,
    unsure: grow(edges, width, height, 1 + Math.ceil(feather * 1.5)),
    thing: spreadColors(
      picture,
      Uint8Array.from(cover, (part) => (part >= surely ? 1 : 0)),
    ),
    ground: spreadColors(
      picture,
      Uint8Array.from(cover, (part) => (part <= 1 - surely ? 1 : 0)),
    ),
  };
}
