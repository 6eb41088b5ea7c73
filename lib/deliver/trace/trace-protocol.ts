import type { PictureFormat } from '#lib/picture/picture-formats.ts';
import type { DecodeLimits } from '#lib/picture/picture-refused.ts';
import type { Print } from '#lib/picture/print.ts';
import type { Ranked } from './rank-masters.ts';

/** What the decoder found in a file that somebody asks about. */
export interface CopyFacts {
  format: PictureFormat;
  width: number;
  height: number;
  /** The key that its XMP carries; a claim, nothing more. */
  traceKey: string | undefined;
  /** Of the picture, and of the picture without a border of one colour, where it has one. */
  prints: Print[];
}

export type TraceRequest =
  | { do: 'read'; path: string; limits: DecodeLimits }
  | { do: 'rank'; prints: readonly Print[]; masters: readonly Print[] }
  | { do: 'compare'; path: string; files: readonly string[]; maxPixels: number };

/** The answers by what was asked for. */
export interface TraceAnswers {
  read: CopyFacts;
  rank: Ranked[];
  /** As `compareFiles` says it. */
  compare: (number | undefined)[];
}
