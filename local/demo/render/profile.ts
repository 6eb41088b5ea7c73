/** A point of an outline with the direction that faces outwards there. */
export interface ProfilePoint {
  x: number;
  y: number;
  nx: number;
  ny: number;
}

type Point = readonly [x: number, y: number];

/**
 * A line through the points with its corners rounded, outside to the right of the way it goes. Straight parts
 * have flat normals, corners smooth ones, as an edge off a milling machine has.
 */
export function roundedProfile(points: readonly Point[], radius: number, steps = 4): ProfilePoint[] {
  const profile: ProfilePoint[] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    const after = points[at + 1];
    const arriving = before && direction(before, point);
    const leaving = after && direction(point, after);
    if (!arriving || !leaving) {
      const [dx, dy] = arriving ?? leaving ?? [0, 1];
      profile.push({ x: point[0], y: point[1], nx: dy, ny: -dx });
      return;
    }
    const room = Math.min(radius, distance(before, point) / 2.01, distance(point, after) / 2.01);
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      // A quadratic curve from where the corner begins to where it ends.
      const [p, q, r] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
      const start = [point[0] - arriving[0] * room, point[1] - arriving[1] * room] as const;
      const end = [point[0] + leaving[0] * room, point[1] + leaving[1] * room] as const;
      const dx = arriving[0] * (1 - part) + leaving[0] * part;
      const dy = arriving[1] * (1 - part) + leaving[1] * part;
      profile.push({
        x: p * start[0] + q * point[0] + r * end[0],
        y: p * start[1] + q * point[1] + r * end[1],
        nx: dy,
        ny: -dx,
      });
    }
  });
  return profile;
}

function direction(from: Point, to: Point): Point {
  const size = distance(from, to) || 1;
  return [(to[0] - from[0]) / size, (to[1] - from[1]) / size];
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}
