/** Colours in CIELAB (D65, from sRGB), a plane each: a distance of 1 is about what one can just see. */
export interface LabImage {
  width: number;
  height: number;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

/** One byte a pixel: 0 or 1. */
export type Mask = Uint8Array;

/** 8-bit pixels, row by row: RGB, or RGB with straight alpha. */
export interface Raster {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array;
}
