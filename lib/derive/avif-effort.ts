import type { OutputContract } from '#lib/policy/output-contract.ts';

const megapixel = 1_000_000;

/** Seconds of one core a megapixel of photos, by effort: the dearest that docs/rendering.md lists. */
const secondsPerMegapixel = { 1: 0.2, 3: 0.8, 4: 4.4, 5: 6, 6: 11 } as const;
/** 2 is about as slow as 3 and a sixth larger; from 4 on, some per cent less cost several times the time. */
const usual = 3;
const aboveUsual = [6, 5, 4] as const;
/** So cheap that no one waits for it: thumbnails are written once and read often. */
const unnoticedSeconds = 1;
/** Half of a render's deadline by default; reading and verifying want the rest. */
const patientSeconds = 60;
/** What a byte limit's search writes until it has one. */
const encodesOfSearch = 5;

/** How hard the encoder works on an AVIF of so many pixels: what the contract says, else what measured time is worth. */
export function avifEffort(
  area: number,
  { compression, max_bytes }: Pick<OutputContract, 'compression' | 'max_bytes'>,
): number {
  if (compression.effort !== undefined) return compression.effort;
  const encodes = max_bytes === undefined ? 1 : encodesOfSearch;
  const seconds = (effort: keyof typeof secondsPerMegapixel) =>
    (encodes * area * secondsPerMegapixel[effort]) / megapixel;
  const spare = aboveUsual.find((effort) => seconds(effort) <= unnoticedSeconds);
  return spare ?? (seconds(usual) <= patientSeconds ? usual : 1);
}
