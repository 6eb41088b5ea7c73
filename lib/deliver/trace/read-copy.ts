import { fileTypeFromFile } from 'file-type';
import { imageDecoder } from '#lib/picture/image-decoder.ts';
import { makePrint, paper } from '#lib/picture/make-print.ts';
import { openPicture } from '#lib/picture/open-picture.ts';
import { pictureFormats } from '#lib/picture/picture-formats.ts';
import { type DecodeLimits, PictureRefused } from '#lib/picture/picture-refused.ts';
import type { Pixels } from '#lib/picture/pixels.ts';
import type { Print } from '#lib/picture/print.ts';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import type { CopyFacts } from './trace-protocol.ts';
import { type Opaque, withoutBorder } from './without-border.ts';

/** Reads what a copy can be known by. Only in a child: the file is a stranger's. Throws `PictureRefused`. */
export async function readCopy(path: string, limits: DecodeLimits): Promise<CopyFacts> {
  const { format, width, height, metadata, working } = await openPicture(path, limits).catch(
    async (error: unknown) => {
      throw await named(error, path);
    },
  );
  const traceKey = findTraceKey(metadata.xmpAsString ?? '');
  return { format, width, height, traceKey, prints: await makePrints(working) };
}

/** Formats that cannot be opened are called by their name, so that people know what to do. */
async function named(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof PictureRefused)) return error;
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (!found || isOpened(found.mime)) return error;
  const isPicture = found.mime.startsWith('image/');
  return new PictureRefused(isPicture ? 'unsupported_type' : 'not_an_image', found.ext.toUpperCase());
}

function isOpened(mime: string): boolean {
  return mime === 'image/apng' || Object.values(pictureFormats).some(({ mediaType }) => mediaType === mime);
}

async function makePrints({ width, height, rgba }: Pixels): Promise<Print[]> {
  const raw = { raw: { width, height, channels: 4 } } as const;
  const data = await imageDecoder(rgba, raw).flatten({ background: paper }).removeAlpha().raw().toBuffer();
  const whole: Opaque = { data, width, height };
  const trimmed = await withoutBorder(whole);
  return Promise.all((trimmed ? [whole, trimmed] : [whole]).map(printOf));
}

function printOf({ data, width, height }: Opaque): Promise<Print> {
  return makePrint(imageDecoder(data, { raw: { width, height, channels: 3 } }));
}
