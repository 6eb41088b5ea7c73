/** Colour by its definitions, in plain numbers: what a conversion has to give, computed without any image library. */

export type Triple = readonly [number, number, number];
export type Matrix = readonly [Triple, Triple, Triple];

/** A colour space by its published chromaticities and its curve from a code value to light, both 0 to 1. */
export interface RgbSpace {
  name: string;
  primaries: readonly [red: Chromaticity, green: Chromaticity, blue: Chromaticity];
  white: Chromaticity;
  toLight: (code: number) => number;
}
type Chromaticity = readonly [x: number, y: number];

const d65: Chromaticity = [0.3127, 0.329];
const d50: Chromaticity = [0.3457, 0.3585];

const srgbCurve = (code: number) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4);
const lightness = (code: number) =>
  code * 100 > 8 ? ((code * 100 + 16) / 116) ** 3 : (code * 100 * 27) / 24389;

export const sRgb: RgbSpace = {
  name: 'sRGB',
  primaries: [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ],
  white: d65,
  toLight: srgbCurve,
};
const p3Primaries: RgbSpace['primaries'] = [
  [0.68, 0.32],
  [0.265, 0.69],
  [0.15, 0.06],
];
export const displayP3: RgbSpace = { ...sRgb, name: 'Display P3', primaries: p3Primaries };
export const adobeRgb: RgbSpace = {
  name: 'Adobe RGB (1998)',
  primaries: [
    [0.64, 0.33],
    [0.21, 0.71],
    [0.15, 0.06],
  ],
  white: d65,
  toLight: (code) => code ** (563 / 256),
};
export const proPhoto: RgbSpace = {
  name: 'ProPhoto RGB',
  primaries: [
    [0.734699, 0.265301],
    [0.159597, 0.840403],
    [0.036598, 0.000105],
  ],
  white: d50,
  toLight: (code) => (code < 1 / 32 ? code / 16 : code ** 1.8),
};
export const eciRgb: RgbSpace = {
  name: 'eciRGB v2',
  primaries: [
    [0.67, 0.33],
    [0.21, 0.71],
    [0.14, 0.08],
  ],
  white: d50,
  toLight: lightness,
};

/** Code values of `space` as sRGB code values, 0 to 255; what sRGB cannot show is cut off at its edge. */
export function toSrgb(codes: readonly number[], space: RgbSpace): number[] {
  const light = codes.map(space.toLight) as unknown as Triple;
  return fromXyz(times(toXyz(space), light));
}

/** XYZ under D50, as profiles have it, as sRGB code values from 0 to 255. */
export function fromXyz(xyz: Triple): number[] {
  return times(inverse(toXyz(sRgb)), xyz).map((light) => {
    const inside = Math.min(1, Math.max(0, light));
    return 255 * (inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055);
  });
}

/** Light of a space to XYZ under D50, adapted by Bradford's matrix, as ICC profiles ask for. */
export function toXyz({ primaries, white }: RgbSpace): Matrix {
  const columns = primaries.map(([x, y]) => [x / y, 1, (1 - x - y) / y] as const);
  const matrix = transpose(columns as unknown as Matrix);
  const scale = times(inverse(matrix), whiteXyz(white));
  const own = matrix.map((row) => row.map((value, at) => value * (scale[at] as number)));
  return product(adaptation(white), own as unknown as Matrix);
}

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function adaptation(white: Chromaticity): Matrix {
  const from = times(bradford, whiteXyz(white));
  const to = times(bradford, profileWhite);
  const gains = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => (row === column ? (to[row] as number) / (from[row] as number) : 0)),
  ) as unknown as Matrix;
  return product(inverse(bradford), product(gains, bradford));
}

/** D50 to the digits that the ICC specification gives. */
export const profileWhite: Triple = [0.9642, 1, 0.8249];

function whiteXyz([x, y]: Chromaticity): Triple {
  return x === d50[0] ? profileWhite : [x / y, 1, (1 - x - y) / y];
}

export function times(matrix: Matrix, [a, b, c]: Triple): Triple {
  return matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;
}

function product(one: Matrix, other: Matrix): Matrix {
  return transpose(transpose(other).map((column) => times(one, column)) as unknown as Matrix);
}

function transpose(matrix: Matrix): Matrix {
  return [0, 1, 2].map((row) => matrix.map((line) => line[row])) as unknown as Matrix;
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const adjugate = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}

/** CIE Lab of XYZ, both under D50. */
export function labOf(xyz: Triple): Triple {
  const [x, y, z] = xyz.map((value, at) => cubeRoot(value / (profileWhite[at] as number))) as [
    number,
    number,
    number,
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function cubeRoot(share: number): number {
  return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
}
