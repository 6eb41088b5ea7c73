import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readLetters } from './read-letters.ts';

/** In the order in which they are tried. A child's working folder is the project's root. */
const fontFiles = [
  'NotoSans-Medium.ttf',
  'NotoSansJP-Medium.ttf',
  'NotoSansSC-Medium.ttf',
  'NotoSansKR-Medium.ttf',
  'NotoSansArabic-Medium.ttf',
  'NotoSansHebrew-Medium.ttf',
  'NotoSansThai-Medium.ttf',
];
const folder = path.resolve('assets/fonts');

/** As Pango wants it: families in the order of `fontFiles`, then weight and size. */
export const markFont =
  'Noto Sans, Noto Sans JP, Noto Sans SC, Noto Sans KR, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Thai Medium';

/** Only these fonts are ever used: a machine with others, or with none, draws the same letters. */
export function setOwnFonts(): void {
  // biome-ignore lint/style/noProcessEnv: libvips reads it, when the first text is drawn, and from nowhere else.
  process.env.FONTCONFIG_FILE = path.join(folder, 'fonts.conf');
}

let letters: ReadonlySet<number> | undefined;

/** Letters that no font has, which Pango would draw as boxes. Joiners and variation selectors draw nothing. */
export function missingLetters(text: string): string[] {
  letters ??= new Set(fontFiles.flatMap((file) => [...readLetters(readFileSync(path.join(folder, file)))]));
  const drawn = [...text.normalize('NFC')].filter(
    (letter) => !/[\p{Cf}\p{Zs}\p{Variation_Selector}]/u.test(letter),
  );
  return [...new Set(drawn)].filter((letter) => !letters?.has(letter.codePointAt(0) ?? 0));
}
