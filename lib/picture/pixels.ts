/** Upright 8-bit sRGB with straight alpha, four bytes a pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

export interface Pixel {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export function pixelAt({ width, rgba }: Pixels, x: number, y: number): Pixel {
  const at = (y * width + x) * 4;
  return {
    red: rgba[at] ?? 0,
    green: rgba[at + 1] ?? 0,
    blue: rgba[at + 2] ?? 0,
    alpha: rgba[at + 3] ?? 0,
  };
}

export function hexColor({ red, green, blue }: Omit<Pixel, 'alpha'>): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
