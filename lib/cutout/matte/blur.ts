/** Three box blurs in each direction: near enough to a Gaussian of the same spread, at a cost that size leaves alone. */
export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.round(Math.sqrt(4 * sigma * sigma + 1) / 2 - 0.5);
  if (radius < 1) return plane;
  let from = plane;
  for (let round = 0; round < 3; round += 1) {
    const across = new Float32Array(plane.length);
    for (let y = 0; y < height; y += 1) boxLine(from, across, y * width, 1, width, radius);
    const down = new Float32Array(plane.length);
    for (let x = 0; x < width; x += 1) boxLine(across, down, x, width, height, radius);
    from = down;
  }
  return from;
}

/** The edge repeats beyond the edge. */
function boxLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  const at = (place: number) => from[start + Math.max(0, Math.min(length - 1, place)) * stride] as number;
  let sum = 0;
  for (let place = -radius; place <= radius; place += 1) sum += at(place);
  const share = 1 / (2 * radius + 1);
  for (let place = 0; place < length; place += 1) {
    to[start + place * stride] = sum * share;
    sum += at(place + radius + 1) - at(place - radius);
  }
}
