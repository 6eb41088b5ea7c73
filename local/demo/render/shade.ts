import { meetPaper, type PaperPoint, poolOfLight } from './backdrop.ts';
import type { View } from './camera.ts';
import type { Geometry, Material, PlacedPart } from './scene.ts';
import type { ShadowMaps } from './shadow-maps.ts';
import { type Studio, Surroundings } from './studio.ts';

/** What a pixel shows, in linear light, and how far away it is. */
export interface Shaded {
  red: number;
  green: number;
  blue: number;
  distance: number;
}

/** Works out the light that comes from a triangle, or from the paper, along the ray of a pixel. */
export class Shader {
  readonly result: Shaded = { red: 0, green: 0, blue: 0, distance: 0 };
  readonly #view: View;
  readonly #studio: Studio;
  readonly #geometry: Geometry;
  readonly #parts: readonly PlacedPart[];
  readonly #shadows: ShadowMaps;
  readonly #surroundings: Surroundings;
  readonly #light = new Float64Array(4);
  readonly #ray = new Float64Array(3);
  readonly #paper: PaperPoint = { x: 0, y: 0, z: 0, ny: 1, nz: 0, distance: 0 };

  constructor(
    view: View,
    studio: Studio,
    geometry: Geometry,
    parts: readonly PlacedPart[],
    shadows: ShadowMaps,
  ) {
    this.#view = view;
    this.#studio = studio;
    this.#geometry = geometry;
    this.#parts = parts;
    this.#shadows = shadows;
    this.#surroundings = new Surroundings(studio);
  }

  #aim(x: number, y: number): void {
    const { right, up, ahead, zoom, width, height } = this.#view;
    const across = (x - width / 2) / zoom;
    const rise = (height / 2 - y) / zoom;
    const size = Math.sqrt(1 + across * across + rise * rise);
    for (let axis = 0; axis < 3; axis += 1) {
      this.#ray[axis] =
        ((ahead[axis] as number) + (right[axis] as number) * across + (up[axis] as number) * rise) / size;
    }
  }

  paper(x: number, y: number): void {
    this.#aim(x, y);
    const point = this.#paper;
    meetPaper(this.#studio, this.#view.eye, this.#ray, point);
    const light = this.#light;
    this.#shadows.gather(point.x, point.y, point.z, 0, point.ny, point.nz, light);
    const pool = poolOfLight(this.#studio, point);
    const paper = this.#studio.backdrop;
    this.result.red = paper[0] * (light[0] as number) * pool;
    this.result.green = paper[1] * (light[1] as number) * pool;
    this.result.blue = paper[2] * (light[2] as number) * pool;
    this.result.distance = point.distance;
  }

  /** `x` and `y` may lie between pixels; the triangle is the one that was found there. */
  thing(x: number, y: number, triangle: number): void {
    this.#aim(x, y);
    const { positions, normals, triangles, owners } = this.#geometry;
    const dx = this.#ray[0] as number;
    const dy = this.#ray[1] as number;
    const dz = this.#ray[2] as number;
    const eye = this.#view.eye;
    const ex = eye[0];
    const ey = eye[1];
    const ez = eye[2];
    const a = (triangles[triangle * 3] as number) * 3;
    const b = (triangles[triangle * 3 + 1] as number) * 3;
    const c = (triangles[triangle * 3 + 2] as number) * 3;
    const ax = positions[a] as number;
    const ay = positions[a + 1] as number;
    const az = positions[a + 2] as number;
    const b1 = (positions[b] as number) - ax;
    const b2 = (positions[b + 1] as number) - ay;
    const b3 = (positions[b + 2] as number) - az;
    const c1 = (positions[c] as number) - ax;
    const c2 = (positions[c + 1] as number) - ay;
    const c3 = (positions[c + 2] as number) - az;
    // Möller and Trumbore.
    const h1 = dy * c3 - dz * c2;
    const h2 = dz * c1 - dx * c3;
    const h3 = dx * c2 - dy * c1;
    const inverse = 1 / (b1 * h1 + b2 * h2 + b3 * h3 || 1e-12);
    const s1 = ex - ax;
    const s2 = ey - ay;
    const s3 = ez - az;
    const u = clamp((s1 * h1 + s2 * h2 + s3 * h3) * inverse);
    const q1 = s2 * b3 - s3 * b2;
    const q2 = s3 * b1 - s1 * b3;
    const q3 = s1 * b2 - s2 * b1;
    const v = Math.min(clamp((dx * q1 + dy * q2 + dz * q3) * inverse), 1 - u);
    const w = 1 - u - v;
    const px = ax + u * b1 + v * c1;
    const py = ay + u * b2 + v * c2;
    const pz = az + u * b3 + v * c3;
    let nx = w * (normals[a] as number) + u * (normals[b] as number) + v * (normals[c] as number);
    let ny = w * (normals[a + 1] as number) + u * (normals[b + 1] as number) + v * (normals[c + 1] as number);
    let nz = w * (normals[a + 2] as number) + u * (normals[b + 2] as number) + v * (normals[c + 2] as number);
    const size = 1 / (Math.hypot(nx, ny, nz) || 1);
    nx *= size;
    ny *= size;
    nz *= size;
    this.result.distance = Math.hypot(px - ex, py - ey, pz - ez);
    this.#shadows.gather(px, py, pz, nx, ny, nz, this.#light);
    const part = this.#parts[owners[triangle] as number] as PlacedPart;
    this.#surface(part.material, textureAt(part, px, py, pz), nx, ny, nz);
  }

  #surface(material: Material, texture: number, nx: number, ny: number, nz: number): void {
    const dx = this.#ray[0] as number;
    const dy = this.#ray[1] as number;
    const dz = this.#ray[2] as number;
    const open = this.#light[3] as number;
    const facing = Math.max(0, -(nx * dx + ny * dy + nz * dz));
    const turn = -2 * (nx * dx + ny * dy + nz * dz);
    const { roughness, metal = false } = material;
    const mirrored = this.#surroundings.look(dx + turn * nx, dy + turn * ny, dz + turn * nz, roughness);
    const edge = (1 - facing) ** 5;
    const shine = metal ? 1 : (0.042 + 0.6 * edge) * (1 - roughness * 0.75);
    const gloss = mirrored * shine * (0.25 + 0.75 * open);
    // The paper throws its colour back at what faces down.
    const bounce = (0.5 - 0.5 * ny) * 0.42 * (0.3 + 0.7 * open);
    const paper = this.#studio.backdrop;
    const own = material.color;
    const matte = metal ? 0.12 : 1;
    this.result.red =
      own[0] * texture * ((this.#light[0] as number) + bounce * paper[0]) * matte +
      gloss * (metal ? own[0] : 1);
    this.result.green =
      own[1] * texture * ((this.#light[1] as number) + bounce * paper[1]) * matte +
      gloss * (metal ? own[1] : 1);
    this.result.blue =
      own[2] * texture * ((this.#light[2] as number) + bounce * paper[2]) * matte +
      gloss * (metal ? own[2] : 1);
  }
}

function textureAt({ material, rows, at, scale }: PlacedPart, px: number, py: number, pz: number): number {
  if (!material.texture) return 1;
  const x = (px - at[0]) / scale;
  const y = (py - at[1]) / scale;
  const z = (pz - at[2]) / scale;
  const r = rows[0];
  const s = rows[1];
  const t = rows[2];
  return material.texture(
    r[0] * x + s[0] * y + t[0] * z,
    r[1] * x + s[1] * y + t[1] * z,
    r[2] * x + s[2] * y + t[2] * z,
  );
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
