import { Scene } from '../render/scene.ts';
import { ball, cylinder, roundedBox, wire } from '../render/shapes.ts';
import { brick, plateHeight } from './brick.ts';
import { circuitBoard } from './circuit-board.ts';
import { gear } from './gear.ts';
import { lacquer, matte, plastic, steel } from './materials.ts';
import { sensor } from './sensor.ts';
import { wheel } from './wheel.ts';

const coral = plastic('#e8503a');
const sun = plastic('#f5b81f');
const teal = plastic('#17838a');
const cream = plastic('#efe9dc');
const graphite = plastic('#3b3f46');

const floor = 0.95;

/** The kit's rover, standing on the origin and looking along x. */
export function rover(): Scene {
  const scene = new Scene();
  scene.addAll(brick(9, 4, graphite, plateHeight), { at: [0, floor, 0] });
  for (const [x, z] of [
    [-2.9, 2.15],
    [2.9, 2.15],
    [-2.9, -2.15],
    [2.9, -2.15],
  ] as const) {
    const out = z > 0 ? 1 : -1;
    scene.addAll(wheel(1.32, 0.95, sun), { at: [x, 1.32, z], turn: [90 * out, 0, x * 11] });
    scene.add(cylinder(0.16, 2.2, 0.03, 20), steel, { at: [x, 1.32, z - out * 2], turn: [90 * out, 0, 0] });
  }
  buildBody(scene);
  buildHead(scene);
  buildDrive(scene);
  buildWires(scene);
  return scene;
}

function buildBody(scene: Scene): void {
  const deck = floor + plateHeight;
  scene.addAll(brick(6, 4, coral), { at: [-1.5, deck, 0] });
  scene.addAll(brick(2, 4, cream), { at: [2.5, deck, 0] });
  scene.addAll(brick(1, 4, teal), { at: [4, deck, 0] });
  scene.addAll(brick(2, 4, teal), { at: [-3.5, deck + 1.2, 0] });
  scene.addAll(circuitBoard(), { at: [-0.4, deck + 1.72, 0] });
  for (const [x, z] of [
    [-2.2, 1.2],
    [1.4, 1.2],
    [-2.2, -1.2],
    [1.4, -1.2],
  ] as const) {
    scene.add(cylinder(0.13, 0.56, 0.03, 20), lacquer('#d9a441'), { at: [x, deck + 1.2, z] });
  }
}

function buildHead(scene: Scene): void {
  const deck = floor + plateHeight + 1.2;
  scene.addAll(brick(2, 4, coral), { at: [2.5, deck, 0] });
  scene.addAll(brick(2, 4, cream), { at: [2.5, deck + 1.2, 0] });
  scene.addAll(sensor(), { at: [3.5, deck + 1.15, 0], turn: [0, 90, -90] });
  scene.add(cylinder(0.06, 2.3, 0.02, 16), steel, { at: [2, deck + 2.4, -1.4], turn: [0, 0, 8] });
  scene.add(ball(0.22, 28), lacquer('#e8503a'), { at: [1.68, deck + 4.72, -1.4] });
}

/** Gears on the side that people see. */
function buildDrive(scene: Scene): void {
  const face = 2.02;
  scene.add(roundedBox([2.9, 0.9, 0.14], 0.06), matte('#d9d4c8'), { at: [0, 1.85, face] });
  scene.addAll(gear(16, sun, steel), { at: [-0.22, 1.75, face + 0.05], turn: [90, 0, 6] });
  scene.addAll(gear(8, cream, steel), { at: [1.33, 2.95, face + 0.07], turn: [90, 0, 16] });
  scene.addAll(gear(12, teal, steel), { at: [2.72, 3.84, face + 0.05], turn: [90, 0, 18] });
}

function buildWires(scene: Scene): void {
  const board = floor + plateHeight + 2.15;
  const colors = ['#e23d3d', '#f0b429', '#2f7fd1', '#1d1f24'];
  colors.forEach((hex, at) => {
    const x = 0.25 + at * 0.2;
    scene.add(
      wire(
        [
          [x, board + 0.05, -1.16],
          [x + 0.1, board + 0.55 + at * 0.08, -1.2],
          [x + 0.7, board + 0.85 + at * 0.1, -1 + at * 0.12],
          [1.9, board + 0.35, -0.6 + at * 0.25],
          [2.3, board - 0.6, -0.3 + at * 0.2],
        ],
        0.055,
      ),
      matte(hex),
    );
  });
  for (const [at, hex] of ['#e23d3d', '#1d1f24', '#f3f0e8'].entries()) {
    scene.add(
      wire(
        [
          [-0.6 + at * 0.2, board + 0.05, 1.16],
          [-0.7 + at * 0.15, board + 0.4, 1.35],
          [-1.2 + at * 0.1, board + 0.1, 1.95 + at * 0.1],
          [-1.5 + at * 0.16, board - 0.75, 2.2 + at * 0.06],
          [-1.35 + at * 0.16, board - 1.3, 2.08],
        ],
        0.055,
      ),
      matte(hex),
    );
  }
}
