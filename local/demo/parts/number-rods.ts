import { Scene } from '../render/scene.ts';
import { roundedBox } from '../render/shapes.ts';
import { rainbow } from './abacus.ts';
import { lacquer, wood } from './materials.ts';

/** Ten painted rods from one to ten units long, laid out as stairs around the origin. */
export function numberRods(): Scene {
  const scene = new Scene();
  rainbow.forEach((hex, at) => {
    const size = at + 1;
    const place = { at: [size / 2 - 5, 0.45, at * 1.02 - 4.6] } as const;
    scene.add(roundedBox([size, 0.9, 0.94], 0.07), lacquer(hex), place);
  });
  return scene;
}

/** Cubes of bare wood in a loose heap. */
export function cubes(
  places: readonly (readonly [x: number, z: number, turn: number, level?: number])[],
): Scene {
  const scene = new Scene();
  places.forEach(([x, z, turn, level = 0], at) => {
    scene.add(roundedBox([1, 1, 1], 0.08), wood(at % 2 === 0 ? '#d9a868' : '#cf9a58', at * 5 + 2), {
      at: [x, 0.5 + level, z],
      turn: [0, turn, 0],
    });
  });
  return scene;
}
