import { imageDecoder } from '#lib/picture/image-decoder.ts';

/** Three bytes a pixel. */
export interface Opaque {
  data: Buffer;
  width: number;
  height: number;
}

/** A border that somebody added takes at least this share of the picture. */
const borderShare = 0.04;

/** The picture without a border of one colour; nothing where it has none worth mentioning, or is all border. */
export async function withoutBorder({ data, width, height }: Opaque): Promise<Opaque | undefined> {
  const trimmed = await imageDecoder(data, { raw: { width, height, channels: 3 } })
    .trim({ threshold: 10 })
    .raw()
    .toBuffer({ resolveWithObject: true })
    // There would be nothing left.
    .catch(() => undefined);
  if (!trimmed) return undefined;
  const { info } = trimmed;
  const isAdded = info.width * info.height <= (1 - borderShare) * width * height;
  return isAdded ? { data: trimmed.data, width: info.width, height: info.height } : undefined;
}
