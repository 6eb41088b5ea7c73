import { abacus } from '../parts/abacus.ts';
import { cubes, numberRods } from '../parts/number-rods.ts';
import type { Shot } from '../render/photograph.ts';
import { Scene } from '../render/scene.ts';
import { studio } from './studios.ts';

export function abacusHero(): Shot {
  const scene = new Scene();
  scene.addAll(
    abacus((row) => row + 1),
    { turn: [0, 24, 0] },
  );
  scene.addAll(
    cubes([
      [5.4, 4.2, 20],
      [6.7, 4.4, -12],
      [6, 4.2, 38, 1],
      [-7.2, 3.8, 30],
    ]),
    {},
  );
  return {
    scene,
    studio: studio('#bfd0cd', { key: [6, 8, 7], wall: 18, pool: 26 }),
    camera: { eye: [-2.5, 8.8, 31], target: [0.2, 5.55, 0], angle: 27, aperture: 2.2 },
    width: 6000,
    height: 4000,
    seed: 21,
    gain: 0.64,
    vignette: 0.45,
  };
}

export function abacusBeads(): Shot {
  return {
    scene: abacus((row) => [3, 7, 5, 6, 4, 8, 2, 7, 5, 6][row] ?? 5),
    studio: studio('#efd9b4', { key: [4, 6, 7] }),
    camera: { eye: [5.6, 8.6, 7.2], target: [-0.6, 5.9, 0.2], angle: 30, focus: 8.2, aperture: 7 },
    width: 6000,
    height: 4000,
    seed: 22,
    gain: 0.64,
    vignette: 0.5,
  };
}

export function abacusTable(): Shot {
  const scene = new Scene();
  scene.addAll(
    abacus((row) => 10 - row),
    { at: [-6.3, 1.8, 6], turn: [-90, 0, 0] },
  );
  scene.addAll(numberRods(), { at: [6.6, 0, 0.6] });
  scene.addAll(
    cubes([
      [8.6, -3.9, 15],
      [9.9, -2.6, -20],
      [7.4, -2.7, 40],
    ]),
    {},
  );
  return {
    scene,
    studio: studio('#e9b44c', { key: [-6, 8, -4], keySize: 0.34, pool: 36 }),
    camera: { eye: [-0.4, 44, 0.3], target: [-0.4, 0, 0.29], angle: 25, up: [0, 0, -1], aperture: 0 },
    width: 4032,
    height: 3024,
    seed: 23,
    gain: 0.62,
    vignette: 0.4,
  };
}
