import { noise } from '../render/noise.ts';
import { color, type Material } from '../render/scene.ts';

export const plastic = (hex: string): Material => ({ color: color(hex), roughness: 0.18 });
export const matte = (hex: string): Material => ({ color: color(hex), roughness: 0.7 });
export const lacquer = (hex: string): Material => ({ color: color(hex), roughness: 0.08 });
export const rubber: Material = { color: color('#26272b'), roughness: 0.55 };
export const steel: Material = { color: color('#c9ccd1'), roughness: 0.16, metal: true };
export const brass: Material = { color: color('#d8b25c'), roughness: 0.2, metal: true };

/** Growth rings and fibres that run along x. */
export function wood(hex: string, seed: number): Material {
  return {
    color: color(hex),
    roughness: 0.42,
    texture(x, y, z) {
      const wander = noise(x * 0.35 + seed, y * 1.1, z * 1.1) * 1.7;
      const rings = Math.abs(((Math.hypot(y + 2.1, z + 0.7 + seed) * 3.1 + wander) % 1) - 0.5) * 2;
      const fibre = noise(x * 2.2 + seed, y * 38, z * 38);
      const pores = noise(x * 7 + seed, y * 90, z * 90) > 0.86 ? 0.86 : 1;
      return (0.74 + 0.2 * rings + 0.14 * fibre) * pores;
    },
  };
}
