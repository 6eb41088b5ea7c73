/** The side of the grey square that the hash is made of. */
export const hashSide = 32;
const keptSide = 8;

const cosines = Float64Array.from({ length: keptSide * hashSide }, (_, index) => {
  const frequency = Math.floor(index / hashSide);
  const position = index % hashSide;
  return Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * hashSide));
});

/**
 * A 64-bit DCT hash as 16 hex digits. The picture, upright, squeezed to 32×32 and grey, goes through a discrete
 * cosine transform; of the 8×8 lowest frequencies each bit says whether it is above the median of those without
 * the mean (frequency 0,0). Another size, another compression or a small mark change few bits; another picture
 * about half of them.
 */
export function perceptualHash(grey: ArrayLike<number>): string {
  if (grey.length !== hashSide * hashSide) {
    throw new Error(`Expected ${hashSide * hashSide} grey pixels but received ${grey.length}`);
  }
  const frequencies = lowFrequencies(grey);
  const sorted = frequencies.slice(1).sort();
  const median = sorted[(sorted.length - 1) / 2] ?? 0;
  let hash = 0n;
  for (const value of frequencies) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/** How many of the 64 bits differ: up to about 10 the same picture, around 32 another. */
export function hashDistance(one: string, other: string): number {
  let different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let bits = 0;
  for (; different > 0n; different &= different - 1n) bits += 1;
  return bits;
}

function lowFrequencies(grey: ArrayLike<number>): Float64Array {
  const rows = new Float64Array(hashSide * keptSide);
  for (let y = 0; y < hashSide; y += 1) {
    for (let u = 0; u < keptSide; u += 1) {
      let sum = 0;
      for (let x = 0; x < hashSide; x += 1) {
        sum += (grey[y * hashSide + x] as number) * (cosines[u * hashSide + x] as number);
      }
      rows[y * keptSide + u] = sum;
    }
  }
  const kept = new Float64Array(keptSide * keptSide);
  for (let v = 0; v < keptSide; v += 1) {
    for (let u = 0; u < keptSide; u += 1) {
      let sum = 0;
      for (let y = 0; y < hashSide; y += 1) {
        sum += (rows[y * keptSide + u] as number) * (cosines[v * hashSide + y] as number);
      }
      // Sums that are zero but for rounding must not make bits by chance.
      kept[v * keptSide + u] = Math.abs(sum) < 1e-6 ? 0 : sum;
    }
  }
  return kept;
}
