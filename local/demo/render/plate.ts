import { emptyMesh, grid, type Mesh, vertex } from './mesh.ts';

export type Outline = readonly (readonly [x: number, z: number])[];

/**
 * A plate that lies on the origin: an outline that can be seen whole from its middle, with a round hole and
 * edges broken by `bevel`. Gears, washers, boards and paper are such plates.
 */
export function plate(outline: Outline, height: number, bevel: number, hole = 0): Mesh {
  const mesh = emptyMesh();
  const closed = [...outline, outline[0] ?? [0, 0]];
  const outward = closed.map((_, at) => edgeNormal(outline, at % outline.length));
  const inset = (at: number, by: number) => {
    const [x = 0, z = 0] = closed[at] ?? [];
    const [nx = 0, nz = 0] = outward[at] ?? [];
    return [x - nx * by, z - nz * by] as const;
  };
  const rim = (by: number, y: number, tilt: number) =>
    closed.map((_, at) => {
      const [x, z] = inset(at, by);
      const [nx = 0, nz = 0] = outward[at] ?? [];
      return vertex(mesh, [x, y, z], [nx * (1 - Math.abs(tilt)), tilt, nz * (1 - Math.abs(tilt))]);
    });
  const inner = (y: number, tilt: number) =>
    closed.map(([x, z]) => {
      const size = Math.hypot(x, z) || 1;
      const [cx, cz] = [x / size, z / size];
      const flat = 1 - Math.abs(tilt);
      return vertex(mesh, [cx * hole, y, cz * hole], [-cx * flat, tilt, -cz * flat]);
    });
  grid(mesh, [rim(0, 0, 0), rim(0, height - bevel, 0)]);
  grid(mesh, [
    rim(0, height - bevel, 0.15),
    rim(bevel * 0.3, height - bevel * 0.3, 0.6),
    rim(bevel, height, 0.95),
  ]);
  grid(mesh, [rim(bevel, height, 1), inner(height, 1)]);
  grid(mesh, [rim(0, 0, -1), inner(0, -1)]);
  if (hole > 0) grid(mesh, [inner(height, 0), inner(0, 0)]);
  return mesh;
}

function edgeNormal(outline: Outline, at: number): readonly [number, number] {
  const count = outline.length;
  const [bx = 0, bz = 0] = outline[(at + count - 1) % count] ?? [];
  const [ax = 0, az = 0] = outline[(at + 1) % count] ?? [];
  const [dx, dz] = [ax - bx, az - bz];
  const size = Math.hypot(dx, dz) || 1;
  return [dz / size, -dx / size];
}

export function circleOutline(radius: number, points = 64): Outline {
  return Array.from({ length: points }, (_, at) => {
    const angle = (at / points) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

export function rectangleOutline(width: number, depth: number, corner: number): Outline {
  const points: [number, number][] = [];
  for (const [sx, sz, from] of [
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
    [1, -1, 270],
  ] as const) {
    for (let step = 0; step <= 6; step += 1) {
      const angle = ((from + step * 15) * Math.PI) / 180;
      points.push([
        sx * (width / 2 - corner) + corner * Math.cos(angle),
        sz * (depth / 2 - corner) + corner * Math.sin(angle),
      ]);
    }
  }
  return points;
}

/** Teeth with sloping flanks, `radius` at their middle. */
export function gearOutline(teeth: number, radius: number, tooth: number): Outline {
  const points: [number, number][] = [];
  const corners = [
    [-0.27, -1],
    [-0.14, 1],
    [0.14, 1],
    [0.27, -1],
  ] as const;
  for (let index = 0; index < teeth; index += 1) {
    for (const [shift, side] of corners) {
      const angle = ((index + shift) / teeth) * 2 * Math.PI;
      const reach = radius + (side * tooth) / 2;
      points.push([reach * Math.cos(angle), reach * Math.sin(angle)]);
    }
  }
  return points;
}
