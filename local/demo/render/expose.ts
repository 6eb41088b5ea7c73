import { setImmediate as breathe } from 'node:timers/promises';
import { type Camera, project, viewOf } from './camera.ts';
import { rasterize } from './rasterize.ts';
import type { Scene } from './scene.ts';
import { Shader } from './shade.ts';
import { ShadowMaps } from './shadow-maps.ts';
import { lampsOf, type Studio } from './studio.ts';

/** What the sensor got: linear light, red, green and blue a pixel. */
export interface Exposure {
  width: number;
  height: number;
  light: Float32Array;
  distance: Float32Array;
  /** How much of each pixel is covered, 0 to 1; all of it where there is paper. */
  covered: Float32Array;
}

/** Edges are looked at four times a pixel. */
const fine = 2;
const lampCounts = { key: 16, dome: 24 };

/** Takes the picture, a few rows at a time. With `paper: false` only things are looked at, for cut-outs. */
export async function expose(
  scene: Scene,
  studio: Studio,
  camera: Camera,
  size: { width: number; height: number; paper: boolean },
): Promise<Exposure> {
  const { width, height, paper } = size;
  const geometry = scene.flatten();
  const view = viewOf(camera, width, height);
  const sharp = viewOf(camera, width * fine, height * fine);
  const { triangles } = rasterize(
    project(sharp, geometry.positions),
    (ahead) => 1 / ahead,
    geometry.triangles,
    width * fine,
    height * fine,
  );
  const shadows = new ShadowMaps(geometry, lampsOf(studio, lampCounts));
  const shader = new Shader(view, studio, geometry, scene.parts, shadows);
  const exposure: Exposure = {
    width,
    height,
    light: new Float32Array(width * height * 3),
    distance: new Float32Array(width * height),
    covered: new Float32Array(width * height),
  };
  if (paper) exposePaper(exposure, shader);
  await exposeThings(exposure, shader, triangles, geometry.owners, paper);
  if (paper) exposure.covered.fill(1);
  return exposure;
}

/** Paper is smooth: it is looked at every few pixels, and what is between follows from them. */
const step = 3;

function exposePaper({ width, height, light, distance }: Exposure, shader: Shader): void {
  const columns = Math.ceil(width / step) + 2;
  const rows = Math.ceil(height / step) + 2;
  const coarse = new Float32Array(columns * rows * 4);
  const { result } = shader;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      shader.paper(column * step, row * step);
      const at = (row * columns + column) * 4;
      coarse[at] = result.red;
      coarse[at + 1] = result.green;
      coarse[at + 2] = result.blue;
      coarse[at + 3] = result.distance;
    }
  }
  soften(coarse, columns, rows);
  soften(coarse, columns, rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / step);
    const fy = (y + 0.5) / step - row;
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor(x / step);
      const fx = (x + 0.5) / step - column;
      const first = (row * columns + column) * 4;
      for (let part = 0; part < 4; part += 1) {
        const at = first + part;
        const under = at + columns * 4;
        const top = (coarse[at] as number) * (1 - fx) + (coarse[at + 4] as number) * fx;
        const below = (coarse[under] as number) * (1 - fx) + (coarse[under + 4] as number) * fx;
        const value = top * (1 - fy) + below * fy;
        if (part === 3) distance[y * width + x] = value;
        else light[(y * width + x) * 3 + part] = value;
      }
    }
  }
}

/** Takes the grain of few lamps off the paper: each value becomes the mean of it and its neighbours, both ways. */
function soften(values: Float32Array, columns: number, rows: number): void {
  for (const [stride, count, lines] of [
    [4, columns, rows],
    [columns * 4, rows, columns],
  ] as const) {
    const across = stride === 4 ? columns * 4 : 4;
    for (let line = 0; line < lines; line += 1) {
      for (let part = 0; part < 4; part += 1) {
        let before = values[line * across + part] as number;
        for (let at = 1; at + 1 < count; at += 1) {
          const here = line * across + at * stride + part;
          const value = values[here] as number;
          values[here] = (before + 2 * value + (values[here + stride] as number)) / 4;
          before = value;
        }
      }
    }
  }
}

async function exposeThings(
  { width, height, light, distance, covered }: Exposure,
  shader: Shader,
  triangles: Int32Array,
  owners: Uint16Array,
  paper: boolean,
): Promise<void> {
  const { result } = shader;
  const seen = new Int32Array(4);
  const row = width * fine;
  for (let y = 0; y < height; y += 1) {
    // Drawing takes seconds: whoever draws must hear meanwhile that its parent is gone.
    if (y % 16 === 0) await breathe();
    for (let x = 0; x < width; x += 1) {
      const first = (y * row + x) * fine;
      seen[0] = triangles[first] as number;
      seen[1] = triangles[first + 1] as number;
      seen[2] = triangles[first + row] as number;
      seen[3] = triangles[first + row + 1] as number;
      const looks = isOneThing(seen, owners) ? 1 : 4;
      let red = 0;
      let green = 0;
      let blue = 0;
      let far = 0;
      let hits = 0;
      for (let look = 0; look < looks; look += 1) {
        const triangle = seen[look] as number;
        if (triangle < 0) continue;
        shader.thing(x + (look % 2) * 0.5 + 0.25, y + (look >> 1) * 0.5 + 0.25, triangle);
        red += result.red;
        green += result.green;
        blue += result.blue;
        far += result.distance;
        hits += 1;
      }
      if (hits === 0) continue;
      const at = y * width + x;
      const rest = paper ? 1 - hits / looks : 0;
      const by = paper ? 1 / looks : 1 / hits;
      light[at * 3] = red * by + (light[at * 3] as number) * rest;
      light[at * 3 + 1] = green * by + (light[at * 3 + 1] as number) * rest;
      light[at * 3 + 2] = blue * by + (light[at * 3 + 2] as number) * rest;
      distance[at] = far / hits;
      covered[at] = hits / looks;
    }
  }
}

function isOneThing(seen: Int32Array, owners: Uint16Array): boolean {
  const a = seen[0] as number;
  const b = seen[1] as number;
  const c = seen[2] as number;
  const d = seen[3] as number;
  if (a < 0 || b < 0 || c < 0 || d < 0) return a < 0 && b < 0 && c < 0 && d < 0;
  const owner = owners[a];
  return owners[b] === owner && owners[c] === owner && owners[d] === owner;
}
