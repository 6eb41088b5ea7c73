import { brick } from '../parts/brick.ts';
import { circuitBoard } from '../parts/circuit-board.ts';
import { gear } from '../parts/gear.ts';
import { plastic, steel } from '../parts/materials.ts';
import { motor } from '../parts/motor.ts';
import { rover } from '../parts/rover.ts';
import { screwdriver } from '../parts/screwdriver.ts';
import { sensor } from '../parts/sensor.ts';
import { wheel } from '../parts/wheel.ts';
import type { Shot } from '../render/photograph.ts';
import { Scene } from '../render/scene.ts';
import { cylinder } from '../render/shapes.ts';
import { studio } from './studios.ts';

const coral = plastic('#e8503a');
const sun = plastic('#f5b81f');
const teal = plastic('#17838a');
const cream = plastic('#efe9dc');
const graphite = plastic('#3b3f46');
const sky = plastic('#3f8fd6');

export function roverHero(): Shot {
  const scene = rover();
  scene.addAll(brick(2, 2, sun), { at: [6.9, 0, 0.4], turn: [0, 32, 0] });
  scene.addAll(gear(20, teal), { at: [-4.2, 0, 5], turn: [0, 12, 0] });
  scene.addAll(gear(8, coral), { at: [-1.8, 0, 5.7] });
  scene.addAll(brick(4, 2, cream, 0.4), { at: [-7.4, 0, 1.4], turn: [0, -40, 0] });
  return {
    scene,
    studio: studio('#dccfbb'),
    camera: { eye: [13.2, 7.9, 18.6], target: [0.1, 2.7, 0], angle: 27, aperture: 2.4 },
    width: 6000,
    height: 4000,
    seed: 11,
    gain: 0.62,
    vignette: 0.45,
  };
}

export function roverParts(): Shot {
  const scene = new Scene();
  for (let at = 0; at < 4; at += 1) scene.addAll(wheel(1.32, 0.95, sun), { at: [-9.6 + at * 3, 0, -5.8] });
  for (const [teeth, x, material] of [
    [24, 3.9, teal],
    [20, 8, sun],
    [12, 11, coral],
  ] as const) {
    scene.addAll(gear(teeth, material, steel), { at: [x, 0, -5.6], turn: [0, teeth * 7, 0] });
  }
  scene.addAll(gear(8, cream, steel), { at: [11, 0, -7.75] });
  scene.addAll(motor(), { at: [-7.2, 0, -2.2] });
  scene.addAll(motor(), { at: [-7.2, 0, -0.3] });
  scene.addAll(circuitBoard(), { at: [-0.6, 0, -1.2], scale: 1.15 });
  scene.addAll(sensor(), { at: [4.5, 0, -1.2], scale: 1.15 });
  scene.addAll(screwdriver(), { at: [9.9, 0, -1.15], turn: [0, 90, 0], scale: 0.82 });
  for (const [at, material] of [coral, cream, teal, graphite].entries()) {
    scene.addAll(brick(2, 4, material), { at: [-10.2 + at * 2.35, 0, 3.4] });
    scene.addAll(brick(2, 2, material), { at: [-10.2 + at * 2.35, 0, 6.8] });
  }
  for (const [at, material] of [sun, sky, coral].entries()) {
    scene.addAll(brick(6, 1, material), { at: [1.8, 0, 2.1 + at * 1.35] });
  }
  scene.addAll(brick(6, 2, graphite, 0.4), { at: [1.8, 0, 6.8] });
  for (let at = 0; at < 5; at += 1) {
    scene.add(cylinder(0.16, 3.9 - at * 0.55, 0.03, 20), steel, {
      at: [6.6 + at * 0.9, 0.16, 2.1],
      turn: [90, 0, 0],
    });
  }
  scene.addAll(brick(2, 2, sky), { at: [7.4, 0, 7.2] });
  scene.addAll(brick(2, 2, sun), { at: [10, 0, 7.2] });
  return {
    scene,
    studio: studio('#2c6e75', { key: [-5, 9, -3], keySize: 0.3, pool: 34 }),
    camera: { eye: [0.4, 40, 0.4], target: [0.4, 0, 0.39], angle: 26, up: [0, 0, -1], aperture: 0 },
    width: 4032,
    height: 3024,
    seed: 12,
    gain: 0.66,
    vignette: 0.4,
  };
}

export function roverDetail(): Shot {
  return {
    scene: rover(),
    studio: studio('#e3b89a', { key: [5, 6, 5] }),
    camera: { eye: [4.6, 4.6, 10.2], target: [0.35, 2.15, 2.1], angle: 34, aperture: 9 },
    width: 4000,
    height: 6000,
    seed: 13,
    gain: 0.64,
    vignette: 0.5,
  };
}

export function roverCutOut(): Shot {
  return {
    scene: rover(),
    studio: studio('#f4f2ee', { key: [3, 7, 6] }),
    camera: { eye: [-12.4, 7.2, 19], target: [0, 3.3, 0], angle: 27, aperture: 0 },
    width: 4000,
    height: 3000,
    seed: 14,
    gain: 0.6,
    vignette: 0,
  };
}
