import type { PictureFormat } from '#lib/picture/picture-formats.ts';
import type { DecodeLimits } from '#lib/picture/picture-refused.ts';
import type { Print } from '#lib/picture/print.ts';
import type { Classification } from './classify.ts';

/** What a picture says of its rights, from EXIF, else IPTC, else XMP. */
export interface RightsLines {
  creator?: string;
  rights?: string;
  credit?: string;
}

/** What is known of a master beyond the columns of its row; stored as `masters.facts`. Staff only. */
export interface MasterFacts {
  classification: Classification;
  /** No pixel lets the background through, whatever channels the file has. */
  opaque: boolean;
  /** As libvips names it: `srgb`, `cmyk`, `b-w`, `rgb16` … */
  color_space: string;
  /** The name inside the embedded ICC profile, such as "Display P3". */
  color_profile: string | null;
  /** EXIF orientation 1 to 8 as the file has it. Width and height are given after it. */
  exif_orientation: number | null;
  rights: RightsLines | null;
}

/** What the one full decode tells of a file. */
export interface DecodedPicture {
  format: PictureFormat;
  width: number;
  height: number;
  hasAlpha: boolean;
  pages: number;
  /** 64 bits as 16 hex digits. */
  perceptualHash: string;
  /** By what copies are found to be its own. */
  print: Print;
  /** Base64. */
  thumbHash: string;
  facts: MasterFacts;
  /** JSON-safe; staff only, since it may hold the place and the device. */
  exif: Record<string, unknown> | null;
  /** JPEG for staff grids. */
  thumbnail: Uint8Array;
}

export interface DecodeRequest {
  path: string;
  limits: DecodeLimits;
}
