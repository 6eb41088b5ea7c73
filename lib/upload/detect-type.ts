import { fileTypeFromBuffer } from 'file-type';
import type { AssetFailure } from '#lib/lifecycle.ts';
import { type AcceptedType, isAcceptedType } from './accepted-types.ts';
import { fileBrands } from './file-brands.ts';
import { markupType } from './markup-type.ts';
import { isPictureType, refusalSentence } from './refused-types.ts';

/** As many of the first bytes as every rule below needs. */
export const firstBytes = 4100;

export type Detected =
  | { state: 'accepted'; type: AcceptedType }
  | {
      state: 'refused';
      failure: Extract<AssetFailure, 'not_an_image' | 'unsupported_type'>;
      sentence: string;
    };

/**
 * The media type of a file by its first bytes alone. The signature has to stand at offset 0 (file-type also
 * finds pictures behind an ID3 tag), and file-type then may say that the same signature means something else:
 * camera raw files begin as TIFF, JPEG-LS as JPEG.
 */
export async function detectType(first: Buffer): Promise<Detected> {
  const known = await fileTypeFromBuffer(first);
  const type = signature(first);
  if (type && (known === undefined || sameType[type].includes(known.mime)))
    return { state: 'accepted', type };
  const mediaType = refusedType(first, known?.mime);
  return {
    state: 'refused',
    failure: mediaType && isPictureType(mediaType) ? 'unsupported_type' : 'not_an_image',
    sentence: refusalSentence(mediaType),
  };
}

/** file-type's names for what each signature may turn out to be. */
const sameType: Readonly<Record<AcceptedType, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png', 'image/apng'],
  'image/webp': ['image/webp'],
  'image/avif': ['image/avif', 'image/heif'],
  'image/tiff': ['image/tiff'],
  'image/gif': ['image/gif'],
};

function signature(first: Buffer): AcceptedType | undefined {
  const ascii = (from: number, to: number) => first.toString('latin1', from, to);
  if (first.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return 'image/jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'image/gif';
  // 42 is TIFF, 43 BigTIFF, in either byte order.
  if (/^(II[*+]\0|MM\0[*+])/.test(ascii(0, 4))) return 'image/tiff';
  const [major, ...compatible] = fileBrands(first);
  // `avis` is a sequence, which no decoder here reads; `mif1` is AVIF only where the file says so itself.
  const isAvif = major === 'avif' || (major === 'mif1' && compatible.includes('avif'));
  return isAvif ? 'image/avif' : undefined;
}

function refusedType(first: Buffer, known: string | undefined): string | undefined {
  if (fileBrands(first)[0] === 'avis') return 'image/avif-sequence';
  const markup = markupType(first);
  // An accepted type that file-type found elsewhere than at offset 0 is none.
  return markup ?? (known && isAcceptedType(known) ? undefined : known);
}
