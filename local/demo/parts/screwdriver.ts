import { roundedProfile } from '../render/profile.ts';
import { Scene } from '../render/scene.ts';
import { cylinder, lathe } from '../render/shapes.ts';
import { lacquer, plastic, steel } from './materials.ts';

/** A screwdriver that lies along x, its tip on the right. */
export function screwdriver(): Scene {
  const scene = new Scene();
  const handle = roundedProfile(
    [
      [0, 0],
      [0.34, 0],
      [0.42, 0.5],
      [0.36, 1.5],
      [0.42, 2.4],
      [0.24, 2.9],
      [0.24, 3.2],
      [0, 3.2],
    ],
    0.22,
    4,
  );
  const lying = { at: [-3, 0.42, 0], turn: [0, 0, -90] } as const;
  scene.add(lathe(handle, 40), lacquer('#e8503a'), lying);
  scene.add(cylinder(0.345, 0.08, 0.03, 40), plastic('#efe9dc'), { ...lying, at: [-3.06, 0.42, 0] });
  scene.add(cylinder(0.11, 3, 0.02, 24), steel, { ...lying, at: [0.1, 0.42, 0] });
  return scene;
}
