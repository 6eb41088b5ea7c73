import { roundedProfile } from '../render/profile.ts';
import { type Material, Scene } from '../render/scene.ts';
import { cylinder, lathe, pipe, roundedBox } from '../render/shapes.ts';
import { rubber, steel } from './materials.ts';

const lugs = 26;

/** A wheel that lies on the origin, its axle along y. */
export function wheel(radius: number, width: number, rim: Material): Scene {
  const scene = new Scene();
  const tyre = roundedProfile(
    [
      [radius * 0.68, 0.02],
      [radius * 0.97, 0.02],
      [radius * 0.97, width],
      [radius * 0.68, width],
    ],
    width * 0.24,
    5,
  );
  scene.add(lathe(tyre, 56), rubber);
  const lug = roundedBox([0.12, width * 0.86, radius * 0.11], 0.035, 1);
  for (let at = 0; at < lugs; at += 1) {
    const angle = (at / lugs) * 360;
    const turn = (angle * Math.PI) / 180;
    const [x, z] = [Math.cos(turn) * radius * 0.965, Math.sin(turn) * radius * 0.965];
    scene.add(lug, rubber, { at: [x, width / 2, z], turn: [0, -angle, 0] });
  }
  scene.add(pipe(radius * 0.7, radius * 0.56, width * 0.92, 0.06), rim, { at: [0, width * 0.05, 0] });
  scene.add(cylinder(radius * 0.58, width * 0.55, 0.05, 48), rim, { at: [0, width * 0.12, 0] });
  for (let at = 0; at < 6; at += 1) {
    const turn = (at / 6) * 2 * Math.PI;
    const bolt = cylinder(radius * 0.085, 0.07, 0.02, 16);
    scene.add(bolt, steel, {
      at: [Math.cos(turn) * radius * 0.38, width * 0.66, Math.sin(turn) * radius * 0.38],
    });
  }
  scene.add(cylinder(radius * 0.2, width * 0.86, 0.05), rim, { at: [0, 0.02, 0] });
  scene.add(cylinder(radius * 0.11, width * 0.93, 0.03), steel);
  return scene;
}
