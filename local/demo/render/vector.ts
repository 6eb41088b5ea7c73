export type Vector = readonly [x: number, y: number, z: number];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const normalize = (a: Vector): Vector => scale(a, 1 / (length(a) || 1));

/** Two directions at right angles to `direction` and to each other. */
export function frameOf(direction: Vector): { u: Vector; v: Vector } {
  const side: Vector = Math.abs(direction[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0];
  const u = normalize(cross(side, direction));
  return { u, v: cross(direction, u) };
}

/** A rotation as three rows; turns about x, then y, then z, in degrees. */
export function rotation([x, y, z]: Vector): [Vector, Vector, Vector] {
  const [sx, cx] = turn(x);
  const [sy, cy] = turn(y);
  const [sz, cz] = turn(z);
  return [
    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    [-sy, cy * sx, cy * cx],
  ];
}

function turn(degrees: number): [sine: number, cosine: number] {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle), Math.cos(angle)];
}
