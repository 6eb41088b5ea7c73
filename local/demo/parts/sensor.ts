import { plate, rectangleOutline } from '../render/plate.ts';
import { Scene } from '../render/scene.ts';
import { cylinder, pipe, roundedBox } from '../render/shapes.ts';
import { matte, plastic, steel } from './materials.ts';

/** The two round eyes of an ultrasonic sensor on their board, looking up from the origin. */
export function sensor(): Scene {
  const scene = new Scene();
  scene.add(plate(rectangleOutline(3.1, 1.4, 0.12), 0.12, 0.02), plastic('#2456a6'));
  for (const side of [-0.82, 0.82]) {
    scene.add(pipe(0.58, 0.47, 0.62, 0.04), steel, { at: [side, 0.1, 0] });
    scene.add(cylinder(0.48, 0.5, 0.02), matte('#1c1d20'), { at: [side, 0.1, 0] });
    for (let ring = 0; ring < 3; ring += 1) {
      const radius = 0.14 + ring * 0.13;
      scene.add(pipe(radius, radius - 0.035, 0.53, 0.01, 32), steel, { at: [side, 0.1, 0] });
    }
  }
  scene.add(roundedBox([0.34, 0.16, 0.16], 0.05, 2), steel, { at: [0, 0.18, 0.45] });
  return scene;
}
