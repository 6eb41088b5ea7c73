import type { Rect, Size } from './geometry.ts';

/** Decoded pixels, 8 bits a channel, unpremultiplied: all that later steps see of a master. No metadata survives. */
export interface Picture extends Size {
  pixels: Buffer;
  channels: 3 | 4;
  /** The ICC profile that the pixels are in; sRGB where there is none. */
  profile: Profile | undefined;
}

/** A picture in its file: `placed` is the picture, the rest is padding. */
export interface Sheet extends Picture {
  placed: Rect;
}

export interface Profile {
  bytes: Buffer;
  /** The same bytes in a file, since libvips takes a profile to convert to by its path. */
  path: string;
}

/** A mark's pixels: RGBA, unpremultiplied. */
export interface Raster extends Size {
  pixels: Buffer;
}

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

export function parseColor(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}
