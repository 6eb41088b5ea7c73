import type { NewMaster } from '#db/queries/masters.ts';
import type { NewPrint } from '#db/queries/picture-prints.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { pictureFormats } from '#lib/picture/picture-formats.ts';
import { type Print, printHashes } from '#lib/picture/print.ts';
import type { DecodedPicture } from './facts.ts';

/** What is kept of a master, in the columns of its row. */
export function masterRow(spooled: Spooled, picture: DecodedPicture): NewMaster {
  const { mediaType, extension } = pictureFormats[picture.format];
  return {
    sha256: spooled.sha256,
    byte_size: spooled.bytes,
    media_type: mediaType,
    extension,
    width: picture.width,
    height: picture.height,
    has_alpha: picture.hasAlpha,
    pages: picture.pages,
    facts: JSON.stringify(picture.facts),
    exif: picture.exif === null ? null : JSON.stringify(picture.exif),
    perceptual_hash: picture.perceptualHash,
    thumb_hash: picture.thumbHash,
  };
}

/** The row by which copies of the whole picture are found. */
export function wholePrint(sha256: string, print: Print): NewPrint {
  return { master_sha256: sha256, shown: 'whole', hashes: printHashes(print), print };
}
