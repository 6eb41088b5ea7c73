/** A number from 0 to below 1 that three integers and a seed always give. */
function hash(x: number, y: number, z: number): number {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 - 40503);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise from 0 to 1 with one bump a unit. */
export function noise(x: number, y: number, z: number): number {
  const [fx, fy, fz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [tx, ty, tz] = [ease(x - fx), ease(y - fy), ease(z - fz)];
  const row = (dy: number, dz: number) => {
    const start = hash(fx, fy + dy, fz + dz);
    return start + (hash(fx + 1, fy + dy, fz + dz) - start) * tx;
  };
  const front = row(0, 0) + (row(1, 0) - row(0, 0)) * ty;
  const back = row(0, 1) + (row(1, 1) - row(0, 1)) * ty;
  return front + (back - front) * tz;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Numbers from 0 to below 1, the same row for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
