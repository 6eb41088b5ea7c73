/** Joiners, which Indic scripts and Persian are written with, and the signs of Arabic that stand around numbers. */
const writtenFormats = /\u200c|\u200d|[\u0600-\u0605\u06dd\u08e2]/gu;

/** More than any script writes; a pile of them would reach over the whole picture. */
const mostMarksOnALetter = 8;

/**
 * What is wrong with the text of a mark that a new policy version brings, in words. Older versions were held to
 * less, and stay what they are. Pure.
 */
export function markTextFault(text: string): string | undefined {
  if (/[\p{Zl}\p{Zp}]/u.test(text)) return 'Leave out line breaks: a mark is one line.';
  const hidden = /\p{Cf}/u.exec(text.replace(writtenFormats, ''))?.[0];
  if (hidden !== undefined)
    return `Leave out the hidden control character ${codeOf(hidden)}: it can turn the text into another one.`;
  if (!/(?=[\p{L}\p{N}\p{P}\p{S}])[^\p{Default_Ignorable_Code_Point}\u2800]/u.test(text))
    return 'Write at least one letter, digit or sign that can be seen.';
  if (new RegExp(`\\p{M}{${mostMarksOnALetter + 1}}`, 'u').test(text.normalize('NFC')))
    return `At most ${mostMarksOnALetter} marks may stand on one letter.`;
  return undefined;
}

function codeOf(letter: string): string {
  return `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
