/** RGB pixels, 8 bits a channel. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Peak signal-to-noise ratio over all three channels, in dB. */
export function psnr(one: Pixels, other: Pixels): number {
  let squares = 0;
  for (let at = 0; at < one.data.length; at += 1)
    squares += ((one.data[at] as number) - (other.data[at] as number)) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.data.length));
}

const side = 8;
const step = 4;
const samples = side * side;
/** The constants of the paper that named it: https://doi.org/10.1109/TIP.2003.819861 */
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Mean structural similarity of the luma, over windows of 8 × 8 px every 4 px. */
export function ssim(one: Pixels, other: Pixels): number {
  const [a, b] = [luma(one), luma(other)];
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + side <= one.height; top += step)
    for (let left = 0; left + side <= one.width; left += step) {
      sum += ssimOfWindow(a, b, top * one.width + left, one.width);
      windows += 1;
    }
  return sum / windows;
}

function ssimOfWindow(a: Float64Array, b: Float64Array, from: number, width: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = 0; y < side; y += 1)
    for (let at = from + y * width; at < from + y * width + side; at += 1) {
      const [x, z] = [a[at] as number, b[at] as number];
      sumA += x;
      sumB += z;
      sumAA += x * x;
      sumBB += z * z;
      sumAB += x * z;
    }
  const [meanA, meanB] = [sumA / samples, sumB / samples];
  const varianceA = sumAA / samples - meanA * meanA;
  const varianceB = sumBB / samples - meanB * meanB;
  const covariance = sumAB / samples - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}

function luma({ data }: Pixels): Float64Array {
  const values = new Float64Array(data.length / 3);
  for (let at = 0; at < values.length; at += 1) {
    const [r, g, b] = [data[3 * at] as number, data[3 * at + 1] as number, data[3 * at + 2] as number];
    values[at] = 0.299 * r + 0.587 * g + 0.114 * b;
  }
  return values;
}
