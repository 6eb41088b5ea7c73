import type { Metadata, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { withFileSource } from './byte-source.ts';
import { checkFrames, checkHeader, checkPixels } from './check-header.ts';
import { classifiedSide, classify } from './classify.ts';
import { decodeFully } from './decode-fully.ts';
import { exifFacts } from './exif-facts.ts';
import { type DecodedPicture, type DecodeRequest, type MasterFormat, PictureRefused } from './facts.ts';
import { iccName } from './icc-name.ts';
import { imageDecoder } from './image-decoder.ts';
import { hashSide, perceptualHash } from './perceptual-hash.ts';
import type { Pixels } from './pixels.ts';
import { rightsLines } from './rights-lines.ts';

const thumbnailSide = 480;
const thumbHashSide = 100;
/** What is transparent shows this in the staff thumbnail and in the perceptual hash. */
const paper = '#ffffff';

/**
 * Reads everything that is kept of a master, with one full decode. Throws `PictureRefused` where the file is at
 * fault.
 *
 * Which way is up: EXIF orientation 1 to 8, and `irot`/`imir` in AVIF. An orientation that stands in XMP alone
 * is ignored, as browsers, cameras and libvips ignore it. Width and height are given upright.
 */
export async function decodePicture({ path, limits }: DecodeRequest): Promise<DecodedPicture> {
  const header = withFileSource(path, (source) => checkHeader(source, limits));
  const metadata = await readMetadata(path);
  const format = formatOf(metadata);
  const { width, height } = metadata.autoOrient;
  checkPixels({ width, height }, limits);
  const pages = Math.max(metadata.pages ?? 1, header.frames);
  checkFrames(pages, limits);

  const working = await decodeFully(path, { width, height }, limits);
  const small = await pixelsOf(from(working).resize(within(classifiedSide, { kernel: 'nearest' })));
  const tiny = await pixelsOf(from(working).resize(within(thumbHashSide)));
  const exif = exifFacts(metadata.exif);
  return {
    format,
    width,
    height,
    hasAlpha: metadata.hasAlpha,
    pages,
    perceptualHash: perceptualHash(await greySquare(working)),
    thumbHash: Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, tiny.rgba)).toString('base64'),
    exif,
    thumbnail: await from(working)
      .resize(within(thumbnailSide))
      .flatten({ background: paper })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer(),
    facts: {
      classification: classify(small),
      opaque: isOpaque(working.rgba),
      color_space: metadata.space,
      color_profile: iccName(metadata.icc),
      exif_orientation: metadata.orientation ?? null,
      rights: rightsLines({ exif, iptc: metadata.iptc, xmp: metadata.xmpAsString }),
    },
  };
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

function formatOf({ format, compression }: Metadata): MasterFormat {
  if (format === 'heif') {
    if (compression === 'av1') return 'avif';
    throw new PictureRefused('unsupported_type', `HEIF with ${compression} inside`);
  }
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'tiff' || format === 'gif') {
    return format;
  }
  throw new PictureRefused('unsupported_type', `the decoder says ${format}`);
}

function from({ width, height, rgba }: Pixels): Sharp {
  return imageDecoder(rgba, { raw: { width, height, channels: 4 } });
}

function within(side: number, options: { kernel?: 'nearest' } = {}) {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true, ...options } as const;
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

function greySquare(working: Pixels): Promise<Buffer> {
  return from(working)
    .flatten({ background: paper })
    .resize(hashSide, hashSide, { fit: 'fill' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] as number) < 255) return false;
  return true;
}
