import { Scene } from '../render/scene.ts';
import { ball, cylinder, roundedBox } from '../render/shapes.ts';
import { bead } from './bead.ts';
import { brass, lacquer, steel, wood } from './materials.ts';

export const rainbow = [
  '#d7263d',
  '#ee5a36',
  '#f7941d',
  '#ffc93c',
  '#8cc63f',
  '#2ba84a',
  '#14999d',
  '#2f7fd1',
  '#5a55b5',
  '#c2468c',
];

const rows = 10;
const rowHeight = 0.98;
const beadWidth = 0.62;
const half = 5.1;
const lowest = 1.35;

/** Ten rods of ten beads in a frame of beech, standing on the origin across x. `left` beads a row are moved. */
export function abacus(left: (row: number) => number): Scene {
  const scene = new Scene();
  const beech = wood('#d29a5b', 3);
  const darker = wood('#c28a4c', 11);
  const height = lowest + rows * rowHeight + 0.3;
  for (const side of [-1, 1]) {
    scene.add(roundedBox([height, 0.62, 0.95], 0.09), beech, {
      at: [side * (half + 0.3), height / 2, 0],
      turn: [0, 0, 90],
    });
    scene.add(roundedBox([3.6, 0.6, 0.95], 0.16), darker, {
      at: [side * (half + 0.3), 0.3, 0],
      turn: [0, 90, 0],
    });
    scene.add(ball(0.34, 28, 0.8), lacquer('#d7263d'), { at: [side * (half + 0.3), height + 0.12, 0] });
  }
  scene.add(roundedBox([half * 2 + 0.1, 0.5, 0.7], 0.08), darker, { at: [0, 0.78, 0] });
  scene.add(roundedBox([half * 2 + 0.1, 0.5, 0.7], 0.08), beech, { at: [0, height - 0.36, 0] });
  for (let row = 0; row < rows; row += 1) {
    const y = lowest + (rows - 1 - row) * rowHeight + 0.3;
    scene.add(cylinder(0.07, half * 2, 0.01, 16), steel, { at: [half, y, 0], turn: [0, 0, 90] });
    for (const side of [-1, 1]) {
      scene.add(cylinder(0.13, 0.05, 0.02, 20), brass, {
        at: [side * (half + 0.61) + 0.03 * side, y, 0],
        turn: [0, 0, 90],
      });
    }
    addBeads(scene, y, row, left(row));
  }
  return scene;
}

function addBeads(scene: Scene, y: number, row: number, left: number): void {
  const material = lacquer(rainbow[row % rainbow.length] ?? '#d7263d');
  const first = -half + 0.02 + beadWidth / 2;
  const last = half - 0.02 - beadWidth / 2;
  for (let at = 0; at < 10; at += 1) {
    const x = at < left ? first + at * beadWidth : last - (9 - at) * beadWidth;
    scene.add(bead, material, { at: [x, y, 0], turn: [0, 0, 90] });
  }
}
