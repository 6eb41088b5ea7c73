import type { OutputContract } from '#lib/policy/output-contract.ts';

/** One way to write the file. `colours` is the palette of a PNG. */
export interface Coding {
  quality?: number;
  colours?: number;
}

/** Ways to write the file, the best first. Those after `comfortable` are used only where even the least width does not fit. */
export interface Codings {
  levels: readonly [Coding, ...Coding[]];
  comfortable: number;
}

const usualQuality = { 'image/jpeg': 82, 'image/webp': 80, 'image/avif': 55, 'image/png': 90 } as const;
/** Below it blocks show to everyone; AVIF holds up longer. */
const comfortableQuality = { 'image/jpeg': 40, 'image/webp': 35, 'image/avif': 25 } as const;
const worstQuality = 10;

/** What the contract allows, in the order in which a size limit may give it up. */
export function listCodings(
  contract: Pick<OutputContract, 'media_type' | 'compression' | 'max_bytes'>,
): Codings {
  const { media_type, compression, max_bytes } = contract;
  const best = compression.quality ?? usualQuality[media_type];
  if (compression.lossless) return { levels: [{ quality: best }], comfortable: 0 };
  if (media_type === 'image/png') return pngCodings(compression.palette, best, max_bytes !== undefined);
  const worst = Math.min(best, worstQuality);
  const others = Array.from({ length: best - worst }, (_, index) => ({ quality: best - 1 - index }));
  return {
    levels: [{ quality: best }, ...others],
    comfortable: Math.max(0, best - Math.max(worst, comfortableQuality[media_type])),
  };
}

function pngCodings(palette: boolean | undefined, quality: number, limited: boolean): Codings {
  const few = [192, 128, 96, 64, 32, 16].map((colours) => ({ quality, colours }));
  const whole = { quality, colours: 256 };
  if (palette) return { levels: [whole, ...few], comfortable: 2 };
  if (palette === undefined && limited) return { levels: [{}, whole, ...few], comfortable: 3 };
  return { levels: [{}], comfortable: 0 };
}
