import { cross, dot, normalize, subtract, type Vector } from './vector.ts';

export interface Camera {
  eye: Vector;
  target: Vector;
  /** Vertical angle of view, in degrees. */
  angle: number;
  /** Which way is up in the picture; the world's up unless the camera looks straight down. */
  up?: Vector;
  /** What is sharp, as a distance from the eye; the target unless given. */
  focus?: number;
  /** How fast things get blurred away from the focus; 0 is sharp all over. */
  aperture: number;
}

export interface View {
  eye: Vector;
  right: Vector;
  up: Vector;
  ahead: Vector;
  /** Pixels a unit of tangent. */
  zoom: number;
  width: number;
  height: number;
}

export function viewOf(camera: Camera, width: number, height: number): View {
  const ahead = normalize(subtract(camera.target, camera.eye));
  const right = normalize(cross(ahead, camera.up ?? [0, 1, 0]));
  const zoom = height / 2 / Math.tan((camera.angle * Math.PI) / 360);
  return { eye: camera.eye, right, up: cross(right, ahead), ahead, zoom, width, height };
}

/** Screen x, screen y and distance ahead, for each vertex. */
export function project(view: View, positions: Float32Array): Float64Array {
  const projected = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const from = subtract([positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0], view.eye);
    const ahead = dot(from, view.ahead);
    projected[at] = view.width / 2 + (dot(from, view.right) / ahead) * view.zoom;
    projected[at + 1] = view.height / 2 - (dot(from, view.up) / ahead) * view.zoom;
    projected[at + 2] = ahead;
  }
  return projected;
}
