/** Of each pixel the highest value among those up to `radius` away, in a square. */
export function highest(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length);
  const found = new Float32Array(plane.length);
  for (let y = 0; y < height; y += 1) highestInLine(plane, across, y * width, 1, width, radius);
  for (let x = 0; x < width; x += 1) highestInLine(across, found, x, width, height, radius);
  return found;
}

function highestInLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  for (let place = 0; place < length; place += 1) {
    const last = Math.min(length - 1, place + radius);
    let best = from[start + place * stride] as number;
    for (let near = Math.max(0, place - radius); near <= last; near += 1)
      best = Math.max(best, from[start + near * stride] as number);
    to[start + place * stride] = best;
  }
}
