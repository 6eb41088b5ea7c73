import { emptyMesh, grid, type Mesh, vertex } from './mesh.ts';
import { type ProfilePoint, roundedProfile } from './profile.ts';
import { add, cross, normalize, scale, subtract, type Vector } from './vector.ts';

/** A profile of radius (x) and height (y) turned about the y axis. */
export function lathe(profile: readonly ProfilePoint[], segments = 40): Mesh {
  const mesh = emptyMesh();
  const rows = profile.map(({ x, y, nx, ny }) =>
    Array.from({ length: segments + 1 }, (_, at) => {
      const angle = (at / segments) * 2 * Math.PI;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return vertex(mesh, [x * c, y, x * s], [nx * c, ny, nx * s]);
    }),
  );
  grid(mesh, rows);
  return mesh;
}

/** A cylinder that stands on the origin, with softened edges. */
export function cylinder(radius: number, height: number, bevel = radius / 12, segments = 40): Mesh {
  const corners = [
    [0, 0],
    [radius, 0],
    [radius, height],
    [0, height],
  ] as const;
  return lathe(roundedProfile(corners, bevel, 3), segments);
}

/** A ring that stands on the origin: outside, top, hole. */
export function pipe(outer: number, inner: number, height: number, bevel: number, segments = 48): Mesh {
  const corners = [
    [inner, 0],
    [outer, 0],
    [outer, height],
    [inner, height],
    [inner, 0],
  ] as const;
  return lathe(roundedProfile(corners, bevel, 3), segments);
}

export function ball(radius: number, segments = 32, flatten = 1): Mesh {
  const profile = Array.from({ length: 17 }, (_, at) => {
    const angle = -Math.PI / 2 + (at / 16) * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { x: radius * c, y: radius * flatten * s, nx: c, ny: s / flatten };
  });
  return lathe(profile, segments);
}

/** A box around the origin with rounded edges and corners. */
export function roundedBox([width, height, depth]: Vector, radius: number, steps = 3): Mesh {
  const half: Vector = [width / 2, height / 2, depth / 2];
  const inner = half.map((side) => side - radius);
  const stops = half.map((side) => {
    const edge = Array.from({ length: steps + 1 }, (_, at) => side - radius + (radius * at) / steps);
    return [...edge.map((at) => -at).reverse(), ...edge];
  });
  const mesh = emptyMesh();
  for (let axis = 0; axis < 3; axis += 1) {
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const sign of [-1, 1]) {
      const rows = (stops[across] ?? []).map((a) =>
        (stops[along] ?? []).map((b) => {
          const point = [0, 0, 0];
          point[axis] = (half[axis] ?? 0) * sign;
          point[across] = a;
          point[along] = b;
          const core = point.map((value, at) => Math.max(-(inner[at] ?? 0), Math.min(inner[at] ?? 0, value)));
          const out = normalize(subtract(point as unknown as Vector, core as unknown as Vector));
          return vertex(mesh, add(core as unknown as Vector, scale(out, radius)), out);
        }),
      );
      grid(mesh, rows);
    }
  }
  return mesh;
}

/** A round wire along a smooth curve through the points. */
export function wire(points: readonly Vector[], radius: number, segments = 12, steps = 14): Mesh {
  const curve = smoothCurve(points, steps);
  const mesh = emptyMesh();
  let side: Vector = [0.3, 0.2, 1];
  const rows = curve.map((point, at) => {
    const ahead = curve[Math.min(at + 1, curve.length - 1)] ?? point;
    const behind = curve[Math.max(at - 1, 0)] ?? point;
    const along = normalize(subtract(ahead, behind));
    const up = normalize(cross(along, side));
    side = cross(up, along);
    return Array.from({ length: segments + 1 }, (_, turn) => {
      const angle = (turn / segments) * 2 * Math.PI;
      const out = add(scale(side, Math.cos(angle)), scale(up, Math.sin(angle)));
      return vertex(mesh, add(point, scale(out, radius)), out);
    });
  });
  grid(mesh, rows);
  return mesh;
}

/** Catmull-Rom. */
function smoothCurve(points: readonly Vector[], steps: number): Vector[] {
  const at = (index: number): Vector => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0, 0];
  const curve: Vector[] = [];
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < steps; step += 1) {
      const t = step / steps;
      curve.push(
        [0, 1, 2].map((axis) => {
          const [p = 0, q = 0, r = 0, s = 0] = [a[axis], b[axis], c[axis], d[axis]];
          return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
        }) as unknown as Vector,
      );
    }
  }
  curve.push(at(points.length - 1));
  return curve;
}
