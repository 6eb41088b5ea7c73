import type { Mesh } from '../render/mesh.ts';
import { roundedProfile } from '../render/profile.ts';
import type { Material } from '../render/scene.ts';
import { Scene } from '../render/scene.ts';
import { lathe, roundedBox } from '../render/shapes.ts';

/** In units of about eight millimetres, the distance from stud to stud. */
const brickHeight = 1.2;
export const plateHeight = 0.4;

const studCorners = [
  [0.31, 0],
  [0.31, 0.22],
  [0, 0.22],
] as const;
const stud: Mesh = lathe(roundedProfile(studCorners, 0.05, 3), 24);

/** A brick that stands on the origin with its middle, `length` along x. */
export function brick(length: number, depth: number, material: Material, height = brickHeight): Scene {
  const scene = new Scene();
  const body = roundedBox([length - 0.03, height, depth - 0.03], 0.055);
  scene.add(body, material, { at: [0, height / 2, 0] });
  for (let x = 0; x < length; x += 1) {
    for (let z = 0; z < depth; z += 1) {
      scene.add(stud, material, { at: [x - (length - 1) / 2, height - 0.02, z - (depth - 1) / 2] });
    }
  }
  return scene;
}
