import type { Mesh } from './mesh.ts';
import { dot, rotation, type Vector } from './vector.ts';

export type Color = readonly [red: number, green: number, blue: number];

export interface Material {
  /** Linear light, 0 to 1. */
  color: Color;
  /** 0 mirrors, 1 is chalk. */
  roughness: number;
  metal?: boolean;
  /** Multiplies the colour at a point of the part's own space. */
  texture?: (x: number, y: number, z: number) => number;
}

export interface Placement {
  at?: Vector;
  /** Degrees about x, then y, then z. */
  turn?: Vector;
  scale?: number;
}

export interface PlacedPart {
  material: Material;
  /** Rows of the rotation from the part's space to the world's; its columns lead back. */
  rows: readonly [Vector, Vector, Vector];
  at: Vector;
  scale: number;
}

/** Everything that stands in front of the camera, as flat arrays for the loops that draw it. */
export class Scene {
  readonly parts: PlacedPart[] = [];
  #positions: number[] = [];
  #normals: number[] = [];
  #triangles: number[] = [];
  #owners: number[] = [];

  add(mesh: Mesh, material: Material, placement: Placement = {}): this {
    const { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 } = placement;
    const rows = rotation(turn);
    const first = this.#positions.length / 3;
    for (let index = 0; index < mesh.positions.length; index += 3) {
      const point = triple(mesh.positions, index);
      const normal = triple(mesh.normals, index);
      for (let axis = 0; axis < 3; axis += 1) {
        const row = rows[axis] as Vector;
        this.#positions.push(dot(row, point) * scale + (at[axis] ?? 0));
        this.#normals.push(dot(row, normal));
      }
    }
    for (const corner of mesh.triangles) this.#triangles.push(first + corner);
    for (let index = 0; index < mesh.triangles.length; index += 3) this.#owners.push(this.parts.length);
    this.parts.push({ material, rows, at, scale });
    return this;
  }

  /** Parts of another scene, moved as one. */
  addAll(other: Scene, placement: Placement): this {
    const { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 } = placement;
    const turned = rotation(turn);
    const first = this.#positions.length / 3;
    const owner = this.parts.length;
    const move = (vector: Vector, by: number, shift: Vector) =>
      [0, 1, 2].map(
        (axis) => dot(turned[axis] as Vector, vector) * by + (shift[axis] ?? 0),
      ) as unknown as Vector;
    for (let index = 0; index < other.#positions.length; index += 3) {
      this.#positions.push(...move(triple(other.#positions, index), scale, at));
      this.#normals.push(...move(triple(other.#normals, index), 1, [0, 0, 0]));
    }
    for (const corner of other.#triangles) this.#triangles.push(first + corner);
    for (const part of other.#owners) this.#owners.push(owner + part);
    for (const part of other.parts) {
      const columns = [0, 1, 2].map((axis) =>
        move(part.rows.map((row) => row[axis] ?? 0) as unknown as Vector, 1, [0, 0, 0]),
      );
      const rows = [0, 1, 2].map((axis) =>
        columns.map((column) => column[axis] ?? 0),
      ) as unknown as PlacedPart['rows'];
      this.parts.push({ ...part, rows, at: move(part.at, scale, at), scale: part.scale * scale });
    }
    return this;
  }

  flatten(): Geometry {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      triangles: Uint32Array.from(this.#triangles),
      owners: Uint16Array.from(this.#owners),
    };
  }
}

export interface Geometry {
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
  owners: Uint16Array;
}

function triple(values: readonly number[], at: number): Vector {
  return [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
}

/** From `#rrggbb` to linear light. */
export function color(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [16, 8, 0].map((shift) => {
    const part = ((value >> shift) & 255) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Color;
}
