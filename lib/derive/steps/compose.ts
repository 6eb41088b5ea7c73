import sharp from 'sharp';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Geometry, Size } from '../geometry.ts';
import type { MarkSource } from '../mark/draw-mark.ts';
import type { Picture, Sheet } from '../picture.ts';
import { pad } from './pad.ts';
import { watermark } from './watermark.ts';

export interface Composed {
  sheet: Sheet;
  /** Where the mark is not as large as the rule says. */
  remark: string | undefined;
}

/**
 * The second pass: the picture on its padding, under its mark. Both belong to the file's final size: a smaller file
 * gets a mark drawn for it, not a shrunken one. Where a byte limit may ask for other widths, which start from `picture`
 * too, it is left as it is; else the sheet may be `picture` itself, as a copy is a third of what large renders need.
 */
export async function compose(
  picture: Picture,
  plan: Pick<Geometry, 'placed' | 'file'>,
  contract: OutputContract,
  mark: MarkSource,
): Promise<Composed> {
  const sheet = await pad(await atSize(picture, plan.placed, isCopied(contract)), plan, contract);
  return { sheet, remark: await watermark(sheet, contract, mark) };
}

/** Marks are drawn into the pixels. */
function isCopied({ max_bytes, watermark }: OutputContract): boolean {
  return max_bytes !== undefined && watermark.kind !== 'none';
}

async function atSize(picture: Picture, { width, height }: Size, copied: boolean): Promise<Picture> {
  if (picture.width === width && picture.height === height)
    return copied ? { ...picture, pixels: Buffer.from(picture.pixels) } : picture;
  const { channels } = picture;
  const raw = { width: picture.width, height: picture.height, channels };
  const pixels = await sharp(picture.pixels, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...picture, pixels, width, height };
}
