/** Triangles with a normal a vertex, around the origin of the part that they are. */
export interface Mesh {
  positions: number[];
  normals: number[];
  triangles: number[];
}

export function emptyMesh(): Mesh {
  return { positions: [], normals: [], triangles: [] };
}

/** Adds a vertex and answers its number. */
export function vertex(mesh: Mesh, position: readonly number[], normal: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = normal;
  const size = Math.hypot(x, y, z) || 1;
  mesh.positions.push(position[0] ?? 0, position[1] ?? 0, position[2] ?? 0);
  mesh.normals.push(x / size, y / size, z / size);
  return mesh.positions.length / 3 - 1;
}

/** A grid of vertices, row by row, becomes two triangles a cell. */
export function grid(mesh: Mesh, rows: readonly (readonly number[])[]): void {
  for (let row = 0; row + 1 < rows.length; row += 1) {
    const [here, next] = [rows[row] ?? [], rows[row + 1] ?? []];
    for (let at = 0; at + 1 < here.length; at += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = [here[at], here[at + 1], next[at], next[at + 1]];
      mesh.triangles.push(a, b, c, b, d, c);
    }
  }
}
