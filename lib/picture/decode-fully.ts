import { imageDecoder } from './image-decoder.ts';
import { type DecodeLimits, PictureRefused } from './picture-refused.ts';
import type { Pixels } from './pixels.ts';
import { readSamples, type ToSrgb, toBytes } from './to-srgb.ts';

/** Everything else is made from a copy of this size, so that the file is decoded once. */
const workingSide = 1024;

/**
 * First warnings of libjpeg that leave every pixel as the camera wrote it: bytes after the last scan, an odd
 * JFIF version, a sequential file with the parameters of a progressive one, an Adobe marker of another kind.
 */
const harmlessWarning =
  /extraneous bytes before marker 0xd9|unknown JFIF revision|Invalid SOS parameters|Unknown Adobe color transform/;

/**
 * Decodes every pixel of the first picture and returns a small upright copy. Any warning of the decoder but the
 * harmless ones refuses the file: with a laxer level libjpeg fills what is missing with grey and says it is fine.
 * What passes here must be rendered with `failOn: 'error'` or laxer, so that there is one verdict a file.
 */
export async function decodeFully(
  path: string,
  upright: { width: number; height: number },
  toSrgb: ToSrgb,
  limits: DecodeLimits,
): Promise<Pixels> {
  const decode = (failOn: 'warning' | 'error') => decodeAt(path, upright, toSrgb, limits, failOn);
  try {
    return await decode('warning');
  } catch (error) {
    const message = messageOf(error);
    if (!harmlessWarning.test(message)) throw new PictureRefused('undecodable', message);
  }
  try {
    return await decode('error');
  } catch (error) {
    throw new PictureRefused('undecodable', messageOf(error));
  }
}

async function decodeAt(
  path: string,
  { width, height }: { width: number; height: number },
  toSrgb: ToSrgb,
  limits: DecodeLimits,
  failOn: 'warning' | 'error',
): Promise<Pixels> {
  const { ignoreIcc } = toSrgb;
  const pipeline = imageDecoder(path, { failOn, limitInputPixels: limits.maxPixels, ignoreIcc })
    .autoOrient()
    // An extraction of everything turns shrink-on-load off, which would skip part of the data.
    .extract({ left: 0, top: 0, width, height })
    .resize({ width: workingSide, height: workingSide, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha();
  const read = await readSamples(toSrgb.prepare(pipeline), toSrgb);
  if (read.channels !== 4) throw new Error(`Expected 4 channels but received ${read.channels}`);
  return { width: read.width, height: read.height, rgba: toBytes(read.samples) };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
