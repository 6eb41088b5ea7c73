import { color } from '../render/scene.ts';
import type { Studio } from '../render/studio.ts';

const daylight: Studio = {
  key: [4, 7, 4.5],
  keySize: 0.42,
  keyLight: [2.3, 2.2, 2.05],
  domeLight: [0.7, 0.76, 0.86],
  backdrop: color('#d8cfc0'),
  wall: 16,
  bend: 12,
  pool: 20,
};

/** Paper of a colour under the studio's usual light. */
export function studio(backdrop: string, changes: Partial<Studio> = {}): Studio {
  return { ...daylight, backdrop: color(backdrop), ...changes };
}
