import { plate, rectangleOutline } from '../render/plate.ts';
import { Scene } from '../render/scene.ts';
import { ball, cylinder, roundedBox } from '../render/shapes.ts';
import { brass, lacquer, matte, plastic, steel } from './materials.ts';

const resin = matte('#232428');

/** The kit's controller, 4 by 2.8, lying on the origin. */
export function circuitBoard(): Scene {
  const scene = new Scene();
  scene.add(plate(rectangleOutline(4, 2.8, 0.22), 0.14, 0.02), plastic('#1d6b57'));
  scene.add(roundedBox([1.15, 0.16, 1.15], 0.03, 2), resin, { at: [0.2, 0.22, 0.1] });
  scene.add(cylinder(0.06, 0.012, 0.002, 16), matte('#8f9298'), { at: [-0.22, 0.295, -0.3] });
  for (let side = 0; side < 2; side += 1) {
    for (let pin = 0; pin < 8; pin += 1) {
      const along = -0.4 + pin * 0.15;
      const leg = roundedBox([0.06, 0.05, 0.18], 0.015, 1);
      scene.add(leg, steel, { at: [along, 0.17, side === 0 ? -0.54 : 0.74] });
    }
  }
  scene.add(roundedBox([0.85, 0.42, 0.8], 0.04, 2), steel, { at: [-1.62, 0.34, 0.55] });
  scene.add(roundedBox([0.02, 0.24, 0.5], 0.008, 1), resin, { at: [-2.05, 0.35, 0.55] });
  for (let row = 0; row < 2; row += 1) {
    const z = row === 0 ? -1.16 : 1.16;
    scene.add(roundedBox([2.9, 0.34, 0.26], 0.03, 2), resin, { at: [0.35, 0.3, z] });
    for (let pin = 0; pin < 14; pin += 1) {
      scene.add(roundedBox([0.07, 0.3, 0.07], 0.015, 1), brass, { at: [-0.95 + pin * 0.2, 0.48, z] });
    }
  }
  scene.add(cylinder(0.24, 0.5, 0.05, 32), plastic('#3a3d8f'), { at: [-1.5, 0.14, -0.55] });
  scene.add(cylinder(0.18, 0.006, 0.001, 32), steel, { at: [-1.5, 0.638, -0.55] });
  scene.add(roundedBox([0.5, 0.28, 0.24], 0.03, 2), steel, { at: [-0.75, 0.27, -0.5] });
  for (const [at, hex] of [
    [1.1, '#ff4b3e'],
    [1.4, '#58d68d'],
    [1.7, '#ffd23f'],
  ] as const) {
    scene.add(cylinder(0.1, 0.16, 0.02, 20), lacquer(hex), { at: [at, 0.13, 0.62] });
    scene.add(ball(0.1, 20), lacquer(hex), { at: [at, 0.29, 0.62] });
  }
  for (let at = 0; at < 7; at += 1) {
    const chip = at % 2 === 0 ? matte('#b89968') : resin;
    scene.add(roundedBox([0.16, 0.08, 0.1], 0.015, 1), chip, {
      at: [1.05 + (at % 4) * 0.24, 0.17, -0.5 + Math.floor(at / 4) * 0.28],
    });
  }
  for (const [x, z] of [
    [-1.8, -1.2],
    [1.82, -1.2],
    [-1.8, 1.2],
    [1.82, 1.2],
  ] as const) {
    scene.add(cylinder(0.13, 0.05, 0.015, 24), brass, { at: [x, 0.12, z] });
  }
  return scene;
}
