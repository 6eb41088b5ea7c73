/** A colour in Oklab (Björn Ottosson, 2020): distances follow what people see. `l` runs from 0 to 1. */
export interface Oklab {
  l: number;
  a: number;
  b: number;
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** From sRGB, 0 to 255. */
export function oklab(red: number, green: number, blue: number): Oklab {
  const r = linear[red] ?? 0;
  const g = linear[green] ?? 0;
  const b = linear[blue] ?? 0;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** Around 0.02 is a difference one can just see; black and white are 1 apart. */
export function colorDistance(one: Oklab, other: Oklab): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}
