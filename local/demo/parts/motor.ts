import { type Material, Scene } from '../render/scene.ts';
import { cylinder, roundedBox, wire } from '../render/shapes.ts';
import { matte, plastic, steel } from './materials.ts';

/** A geared motor that lies on the origin along x, its wires on the left. */
export function motor(material: Material = plastic('#f5b81f')): Scene {
  const scene = new Scene();
  scene.add(roundedBox([2.6, 1.1, 1.3], 0.1), material, { at: [0.9, 0.55, 0] });
  scene.add(cylinder(0.52, 1.7, 0.06, 40), steel, { at: [-0.35, 0.55, 0], turn: [0, 0, 90] });
  scene.add(cylinder(0.3, 0.2, 0.03, 32), matte('#efe9dc'), { at: [-2.02, 0.55, 0], turn: [0, 0, 90] });
  scene.add(cylinder(0.2, 0.5, 0.03, 24), plastic('#efe9dc'), { at: [1.5, 1.05, 0] });
  for (const [x, z] of [
    [0.1, 0.45],
    [0.1, -0.45],
    [2, 0.45],
    [2, -0.45],
  ] as const) {
    scene.add(cylinder(0.1, 0.05, 0.015, 16), steel, { at: [x, 1.09, z] });
  }
  for (const [side, hex] of [
    [0.12, '#e23d3d'],
    [-0.12, '#1d1f24'],
  ] as const) {
    const path = [
      [-2, 0.5, side],
      [-2.6, 0.35, side * 2],
      [-3.1, 0.09, side * 5],
      [-3.7, 0.07, side * 3],
      [-4.3, 0.07, side * 6],
    ] as const;
    scene.add(wire(path, 0.065), matte(hex));
  }
  return scene;
}
