import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { imageDecoder } from '#lib/picture/image-decoder.ts';
import { makePrint, paper } from '#lib/picture/make-print.ts';
import { openPicture } from '#lib/picture/open-picture.ts';
import { hashSide, perceptualHash } from '#lib/picture/perceptual-hash.ts';
import type { Pixels } from '#lib/picture/pixels.ts';
import { classifiedSide, classify } from './classify.ts';
import { exifFacts } from './exif-facts.ts';
import type { DecodedPicture, DecodeRequest } from './facts.ts';
import { iccName } from './icc-name.ts';
import { rightsLines } from './rights-lines.ts';

const thumbnailSide = 480;
const thumbHashSide = 100;

/**
 * Reads everything that is kept of a master, with one full decode. Throws `PictureRefused` where the file is at
 * fault.
 */
export async function decodePicture({ path, limits }: DecodeRequest): Promise<DecodedPicture> {
  const { format, metadata, width, height, pages, working } = await openPicture(path, limits);
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
    print: await makePrint(from(working)),
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
