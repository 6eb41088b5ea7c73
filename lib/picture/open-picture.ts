import type { Metadata } from 'sharp';
import { withFileSource } from './byte-source.ts';
import { checkFrames, checkHeader, checkPixels } from './check-header.ts';
import { decodeFully } from './decode-fully.ts';
import { imageDecoder } from './image-decoder.ts';
import type { PictureFormat } from './picture-formats.ts';
import { type DecodeLimits, PictureRefused } from './picture-refused.ts';
import type { Pixels } from './pixels.ts';
import { toSrgb } from './to-srgb.ts';

export interface OpenedPicture {
  format: PictureFormat;
  metadata: Metadata;
  /** Upright. */
  width: number;
  height: number;
  pages: number;
  /** A small upright copy of the first picture. */
  working: Pixels;
}

/**
 * Holds a stranger's file to the limits and decodes every pixel of its first picture, once. Throws `PictureRefused`
 * where the file is at fault. Only in a child that can be killed.
 *
 * Which way is up: EXIF orientation 1 to 8, and `irot`/`imir` in AVIF. An orientation that stands in XMP alone
 * is ignored, as browsers, cameras and libvips ignore it. Width and height are given upright.
 */
export async function openPicture(path: string, limits: DecodeLimits): Promise<OpenedPicture> {
  const header = withFileSource(path, (source) => checkHeader(source, limits));
  const metadata = await readMetadata(path);
  const format = formatOf(metadata);
  const { width, height } = metadata.autoOrient;
  checkPixels({ width, height }, limits);
  const pages = Math.max(metadata.pages ?? 1, header.frames);
  checkFrames(pages, limits);
  const working = await decodeFully(path, { width, height }, toSrgb(metadata), limits);
  return { format, metadata, width, height, pages, working };
}

async function readMetadata(path: string): Promise<Metadata> {
  try {
    // The limit on pixels is ours to word; libvips opens a header without allocating for its pixels.
    return await imageDecoder(path, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = message.includes('unsupported image format') ? 'not_an_image' : 'undecodable';
    throw new PictureRefused(failure, message);
  }
}

function formatOf({ format, compression }: Metadata): PictureFormat {
  if (format === 'heif') {
    if (compression === 'av1') return 'avif';
    throw new PictureRefused('unsupported_type', `HEIF with ${compression} inside`);
  }
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'tiff' || format === 'gif') {
    return format;
  }
  throw new PictureRefused('unsupported_type', `the decoder says ${format}`);
}
