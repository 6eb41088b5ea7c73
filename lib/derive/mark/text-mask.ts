import sharp from 'sharp';
import { markFont } from '#lib/fonts/mark-fonts.ts';
import type { Size } from '../geometry.ts';
import { RenderRefused } from '../render-protocol.ts';

/** Letters as coverage, 0 to 255. */
export interface Mask extends Size {
  pixels: Buffer;
}

/** FreeType gives up on larger letters, some of them without an error; whoever wants them larger scales them. */
const mostFontPx = 8000;

/**
 * The text in black and white, as large as its letters are. Throws `RenderRefused` where the text has no extent, is
 * too long for one picture, or leaves no pixel: a file without its mark must not come about in silence.
 */
export async function drawMask(text: string, fontPx: number): Promise<Mask> {
  const px = Math.min(fontPx, mostFontPx);
  const { data, info } = await sharp({
    text: { text: escapeMarkup(text.normalize('NFC')), font: `${markFont} ${px}`, dpi: 72 },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw refuse(text, px, error instanceof Error ? error.message : String(error));
    });
  if (!data.some((coverage) => coverage > 0)) throw refuse(text, px, 'no pixel was drawn');
  return { pixels: data, width: info.width, height: info.height };
}

function refuse(text: string, px: number, what: string): RenderRefused {
  return new RenderRefused(
    'contract_unmet',
    `The mark “${shortened(text)}” cannot be drawn. Give it other letters, or fewer.`,
    { detail: `${what}, at a font of ${px} px` },
  );
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : text;
}

/** Pango reads its text as markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
