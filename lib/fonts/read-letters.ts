/**
 * The code points that a TrueType font has glyphs for: its `cmap`, subtables of format 4 (the BMP) and 12 (all of
 * Unicode). https://learn.microsoft.com/typography/opentype/spec/cmap
 */
export function readLetters(font: Buffer): Set<number> {
  const table = tableOffset(font, 'cmap');
  const letters = new Set<number>();
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const subtable = table + font.readUInt32BE(table + 8 + index * 8);
    const format = font.readUInt16BE(subtable);
    if (format === 4) readSegments(font, subtable, letters);
    if (format === 12) readGroups(font, subtable, letters);
  }
  return letters;
}

function tableOffset(font: Buffer, tag: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`the font has no table ${tag}`);
}

function readSegments(font: Buffer, subtable: number, letters: Set<number>): void {
  const doubled = font.readUInt16BE(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  for (let at = 0; at < doubled; at += 2) {
    const offset = font.readUInt16BE(offsets + at);
    const first = font.readUInt16BE(starts + at);
    for (let letter = first; letter <= font.readUInt16BE(ends + at) && letter < 0xffff; letter += 1) {
      const indexed = offset === 0 ? letter : font.readUInt16BE(offsets + at + offset + (letter - first) * 2);
      const glyph = indexed === 0 ? 0 : (indexed + font.readUInt16BE(deltas + at)) & 0xffff;
      if ((offset === 0 ? (letter + font.readUInt16BE(deltas + at)) & 0xffff : glyph) !== 0)
        letters.add(letter);
    }
  }
}

function readGroups(font: Buffer, subtable: number, letters: Set<number>): void {
  for (let index = 0; index < font.readUInt32BE(subtable + 12); index += 1) {
    const group = subtable + 16 + index * 12;
    const last = font.readUInt32BE(group + 4);
    for (let letter = font.readUInt32BE(group); letter <= last; letter += 1) letters.add(letter);
  }
}
