import exifReader from 'exif-reader';
import sharp, { type Metadata as Found } from 'sharp';
import type { MediaType, OutputContract } from '#lib/policy/output-contract.ts';
import type { Size } from '../geometry.ts';
import { RenderRefused } from '../render-protocol.ts';
import { type Metadata, metadataXmp } from './metadata.ts';

/** The written file disobeys its contract: a fault of ours, never published. */
class VerificationFailed extends Error {
  readonly code = 'verification_failed';
  constructor(what: string) {
    super(`the rendered file was refused by verification: ${what}`);
    this.name = 'VerificationFailed';
  }
}

export interface Verified {
  media_type: MediaType;
  width: number;
  height: number;
  has_alpha: boolean;
  bytes: number;
}

/** Decodes the finished file anew, whole, and holds what it finds against the contract: nothing is taken on trust. */
export async function verify(
  path: string,
  bytes: number,
  contract: OutputContract,
  expected: { file: Size; metadata: Metadata; profile: Buffer | undefined },
): Promise<Verified> {
  const open = () => sharp(path, { limitInputPixels: false, failOn: 'warning' });
  const metadata = await open().metadata();
  // Every pixel is decoded; of its channels one is enough to look at.
  const channel = open().extractChannel(metadata.hasAlpha ? 'alpha' : 0);
  const { data, info } = await channel.raw().toBuffer({ resolveWithObject: true });
  const media_type = mediaTypeOf(metadata);
  const { width, height } = info;
  const demand = (holds: boolean, what: string) => {
    if (!holds) throw new VerificationFailed(what);
  };

  demand(media_type === contract.media_type, `it is ${media_type}, not ${contract.media_type}`);
  demand(width >= 1 && height >= 1, 'it is empty');
  demand(
    width <= contract.max_width && height <= contract.max_height,
    `${width} × ${height} px is outside its bounds`,
  );
  demand(
    width === expected.file.width && height === expected.file.height,
    `${width} × ${height} px was not the plan`,
  );
  demand(bytes > 0 && bytes <= (contract.max_bytes ?? bytes), `${bytes} bytes are above its limit`);
  const transparent = metadata.hasAlpha && !isOpaque(data);
  demand(contract.alpha !== 'forbidden' || !metadata.hasAlpha, 'it has transparency, which is forbidden');
  // No fault of ours: a mark may cover all of it, and encoders round what is almost opaque.
  if (contract.alpha === 'required' && !transparent)
    throw new RenderRefused(
      'contract_unmet',
      `The format “${contract.format}” needs a transparent picture, and of this photo’s transparent part nothing is left in the file: it is too faint, or the mark covers it.`,
    );
  demand((metadata.pages ?? 1) === 1, 'it has more than one frame');
  const leak = findLeak(metadata, expected);
  demand(leak === undefined, `it carries ${leak}`);
  return { media_type: contract.media_type, width, height, has_alpha: metadata.hasAlpha, bytes };
}

function isOpaque(alpha: Buffer): boolean {
  for (let at = 0; at < alpha.length; at += 1) if (alpha[at] !== 255) return false;
  return true;
}

function mediaTypeOf({ format, compression }: Found): string {
  if (format === 'heif' && compression === 'av1') return 'image/avif';
  return `image/${format}`;
}

/** Any metadata beyond the rule. Profiles count: a foreign one changes what the colours mean. */
function findLeak(
  metadata: Found,
  { metadata: kept, profile }: { metadata: Metadata; profile: Buffer | undefined },
): string | undefined {
  if (metadata.iptc) return 'IPTC';
  if (metadata.comments?.length) return 'comments';
  if (metadata.orientation !== undefined && metadata.orientation !== 1) return 'an orientation';
  const xmp = metadataXmp(kept);
  if (metadata.xmp && metadata.xmp.toString('utf8') !== xmp) return 'foreign XMP';
  if (!metadata.xmp && xmp !== undefined)
    return kept.traceKey === undefined ? 'no rights lines' : 'no trace key';
  if (metadata.icc && !profile?.equals(metadata.icc)) return 'a foreign colour profile';
  if (!metadata.icc && profile) return 'no colour profile';
  return metadata.exif ? findExifLeak(metadata.exif, kept) : undefined;
}

/** What libexif writes beside the two tags, all of it about the file itself. */
const structuralTags = [
  'ExifTag',
  'XResolution',
  'YResolution',
  'ResolutionUnit',
  'YCbCrPositioning',
  'Orientation',
  'ExifVersion',
  'ComponentsConfiguration',
  'FlashpixVersion',
  'ColorSpace',
  'PixelXDimension',
  'PixelYDimension',
];

function findExifLeak(bytes: Buffer, { rights }: Metadata): string | undefined {
  if (!rights) return 'EXIF';
  const { Image, Photo, Thumbnail, GPSInfo, Iop } = exifReader(bytes);
  if (Thumbnail || GPSInfo || Iop) return 'an EXIF thumbnail, place or index';
  const tags = Object.keys({ ...Image, ...Photo });
  return tags.find((tag) => !['Artist', 'Copyright', ...structuralTags].includes(tag));
}
