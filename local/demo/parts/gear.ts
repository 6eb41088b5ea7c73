import { circleOutline, gearOutline, plate } from '../render/plate.ts';
import { type Material, Scene } from '../render/scene.ts';
import { cylinder, pipe } from '../render/shapes.ts';
import { matte } from './materials.ts';

const shade = matte('#17181b');

/** A gear that lies on the origin: teeth, a raised hub, holes that save weight. */
export function gear(teeth: number, material: Material, axle?: Material): Scene {
  const radius = teeth * 0.082;
  const scene = new Scene();
  scene.add(plate(gearOutline(teeth, radius, 0.22), 0.34, 0.035, radius * 0.5), material);
  scene.add(plate(circleOutline(radius * 0.62), 0.22, 0.03, radius * 0.14), material, { at: [0, 0.05, 0] });
  scene.add(pipe(radius * 0.32, radius * 0.14, 0.5, 0.04), material);
  if (teeth > 14) {
    for (let at = 0; at < 5; at += 1) {
      const turn = (at / 5) * 2 * Math.PI;
      const hole = cylinder(radius * 0.075, 0.276, 0.002, 24);
      scene.add(hole, shade, { at: [Math.cos(turn) * radius * 0.41, 0, Math.sin(turn) * radius * 0.41] });
    }
  }
  if (axle) scene.add(cylinder(radius * 0.13, 0.62, 0.03, 24), axle);
  return scene;
}
