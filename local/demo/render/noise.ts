/** A number from 0 to below 1 that three integers and a seed always give. */
function hash(x: number, y: number, z: number): number {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 - 40503);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise from 0 to 1 with one bump a unit. */
export function noise(x: number, y: number, z: number): number {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const fz = Math.floor(z);
  const tx = ease(x - fx);
  const ty = ease(y - fy);
  const near = mix(row(fx, fy, fz, tx), row(fx, fy + 1, fz, tx), ty);
  const far = mix(row(fx, fy, fz + 1, tx), row(fx, fy + 1, fz + 1, tx), ty);
  return mix(near, far, ease(z - fz));
}

function row(x: number, y: number, z: number, t: number): number {
  return mix(hash(x, y, z), hash(x + 1, y, z), t);
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
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
