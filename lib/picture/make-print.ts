import type { Sharp } from 'sharp';
import { type Print, printSide } from './print.ts';

/** What is transparent shows this, in prints and wherever a picture stands for itself. */
export const paper = '#ffffff';

/** The print of an upright 8-bit picture. */
export async function makePrint(picture: Sharp): Promise<Print> {
  const pixels = await picture
    .flatten({ background: paper })
    .resize(printSide, printSide, { fit: 'fill' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return new Uint8Array(pixels);
}
