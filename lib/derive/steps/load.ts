import sharp, { type Metadata, type Sharp } from 'sharp';
import { type ToSrgb, toSrgb } from '#lib/picture/to-srgb.ts';
import type { Size } from '../geometry.ts';
import { RenderRefused } from '../render-protocol.ts';

/** What the header of a master says. */
export interface Source {
  path: string;
  /** As people see it: after EXIF orientation, and irot of AVIF. An orientation that only XMP names does not count. */
  upright: Size;
  metadata: Metadata;
  toSrgb: ToSrgb;
  open(options: { ignoreIcc: boolean }): Sharp;
}

/** The formats that are accepted as masters; every other loader of libvips stays shut in this process. */
const allowedLoaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

export function shutOtherLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: allowedLoaders });
}

/** Opens the first frame; of an animation or of several pages, no other is ever shown. */
export async function load(path: string, maxPixels: number): Promise<Source> {
  // Ingest has decoded the master whole and strictly; what it let pass is not refused again for a warning.
  const open = ({ ignoreIcc }: { ignoreIcc: boolean }) =>
    sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, ignoreIcc });
  const metadata = await open({ ignoreIcc: false })
    .metadata()
    .catch((cause) => {
      throw unreadable(cause);
    });
  if (metadata.channels > 5)
    throw new RenderRefused('source_invalid', 'The photo has more colour channels than a picture can show.');
  return { path, upright: metadata.autoOrient, metadata, toSrgb: toSrgb(metadata), open };
}

export function unreadable(error: unknown): RenderRefused {
  return new RenderRefused(
    'source_invalid',
    'The photo cannot be decoded. Save it anew in a photo editor and upload it again.',
    { detail: error instanceof Error ? error.message : String(error) },
  );
}
