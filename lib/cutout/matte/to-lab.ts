import type { LabImage, Raster } from './raster.ts';

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** Cube roots from 0 to 1, denser where they are steep: a picture asks for millions of them. */
const steps = 4096;
const roots = Float32Array.from({ length: steps + 2 }, (_, at) => Math.cbrt((at / steps) ** 2));

function root(value: number): number {
  const place = Math.sqrt(Math.min(1, Math.max(0, value))) * steps;
  const at = Math.floor(place);
  const low = roots[at] as number;
  return low + ((roots[at + 1] as number) - low) * (place - at);
}

/**
 * Oklab (Björn Ottosson, 2020), whose blue keeps its hue in shadow where CIELAB's turns violet, stretched to CIELAB's
 * measures: lightness to 100, tints to about as much.
 */
export function toLab({ width, height, channels, data }: Raster): LabImage {
  const pixels = width * height;
  const lab = { l: new Float32Array(pixels), a: new Float32Array(pixels), b: new Float32Array(pixels) };
  for (let at = 0, from = 0; at < pixels; at += 1, from += channels) {
    const red = linear[data[from] as number] as number;
    const green = linear[data[from + 1] as number] as number;
    const blue = linear[data[from + 2] as number] as number;
    const long = root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const medium = root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const short = root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    lab.l[at] = 100 * (0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short);
    lab.a[at] = 300 * (1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short);
    lab.b[at] = 300 * (0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short);
  }
  return { width, height, ...lab };
}
