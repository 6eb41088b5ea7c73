import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import { avifEffort } from './avif-effort.ts';
import { planGeometry, type Size } from './geometry.ts';

/** A master as people see it, by what its row says. */
export interface MasterShape extends Size {
  media_type: string;
}

const mebibyte = 1024 ** 2;
/** A child that renders a thumbnail. */
const baseMb = 120;

/**
 * How many MB a child needs at most for one render, so that those that run at once can be held to a budget. By the peaks
 * that docs/rendering.md lists; opening the master and writing the file come one after the other.
 */
export function renderNeedMb(
  master: MasterShape,
  contract: OutputContract,
  edits: VersionEdits | null,
): number {
  const { file } = planGeometry(master, contract, edits);
  const area = file.width * file.height;
  const reading = master.width * master.height * readingBytes(master.media_type) + area * 4;
  const writing = area * (writingBytes(contract, area) + extraBytes(contract));
  return Math.ceil(baseMb + Math.max(reading, writing) / mebibyte);
}

/** A pixel of the master. Of a PNG or JPEG it is the worst kind: 16 bits and interlaced, or progressive. */
function readingBytes(media_type: string): number {
  if (media_type === 'image/avif') return 20;
  return media_type === 'image/png' ? 10 : 4;
}

/** A pixel of the file, with the pixels that the encoder starts from. */
function writingBytes(contract: OutputContract, area: number): number {
  const { lossless = false } = contract.compression;
  switch (contract.media_type) {
    case 'image/jpeg':
      return 11;
    case 'image/png':
      return 10;
    case 'image/webp':
      return lossless ? 43 : 13;
    case 'image/avif':
      return lossless || avifEffort(area, contract) > 3 ? 58 : 42;
  }
}

function extraBytes({ alpha, max_bytes, color_profile }: OutputContract): number {
  const transparency = alpha === 'forbidden' ? 0 : 11;
  // A search keeps what it starts from, and what it wrote.
  const search = max_bytes === undefined ? 0 : 8;
  // Pixels and profile go to the encoder in one file.
  const wrapping = color_profile === 'keep' ? 8 : 0;
  return transparency + search + wrapping;
}
