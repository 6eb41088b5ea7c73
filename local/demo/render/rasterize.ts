/** A triangle number a pixel, -1 where there is none, and how near it is: larger is nearer. */
export interface Coverage {
  triangles: Int32Array;
  nearness: Float32Array;
}

/**
 * Which triangle each pixel sees. `projected` has screen x, screen y and a depth a vertex; `nearness` of a vertex
 * must be linear on the screen, as 1/distance is in perspective.
 */
export function rasterize(
  projected: Float64Array,
  nearnessOf: (depth: number) => number,
  corners: Uint32Array,
  width: number,
  height: number,
): Coverage {
  const triangles = new Int32Array(width * height).fill(-1);
  const nearness = new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY);
  for (let triangle = 0; triangle * 3 < corners.length; triangle += 1) {
    const a = (corners[triangle * 3] as number) * 3;
    const b = (corners[triangle * 3 + 1] as number) * 3;
    const c = (corners[triangle * 3 + 2] as number) * 3;
    const ax = projected[a] as number;
    const ay = projected[a + 1] as number;
    const bx = projected[b] as number;
    const by = projected[b + 1] as number;
    const cx = projected[c] as number;
    const cy = projected[c + 1] as number;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (Math.abs(area) < 1e-9) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (left > right || top > bottom) continue;
    const na = nearnessOf(projected[a + 2] as number);
    const nb = nearnessOf(projected[b + 2] as number) - na;
    const nc = nearnessOf(projected[c + 2] as number) - na;
    const ux = (cy - ay) / area;
    const uy = -(cx - ax) / area;
    const vx = -(by - ay) / area;
    const vy = (bx - ax) / area;
    for (let y = top; y <= bottom; y += 1) {
      const dy = y + 0.5 - ay;
      let u = (left + 0.5 - ax) * ux + dy * uy;
      let v = (left + 0.5 - ax) * vx + dy * vy;
      for (let at = y * width + left, end = y * width + right; at <= end; at += 1, u += ux, v += vx) {
        if (u < -1e-7 || v < -1e-7 || u + v > 1.0000001) continue;
        const near = na + u * nb + v * nc;
        if (near > (nearness[at] as number)) {
          nearness[at] = near;
          triangles[at] = triangle;
        }
      }
    }
  }
  return { triangles, nearness };
}
