import type { Picture, Profile } from '../picture.ts';

const ascending = 0x4949;
const short = 3;
const long = 4;
const undefinedBytes = 7;

/**
 * Pixels and their profile as an uncompressed TIFF: sharp attaches a profile to raw pixels only by converting them
 * to it, and these pixels are in it already. https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf
 */
export function wrapTiff({ pixels, width, height, channels }: Picture, profile: Profile): Buffer {
  const fields = channels === 4 ? 11 : 10;
  const directoryEnd = 8 + 2 + fields * 12 + 4;
  const bitsAt = directoryEnd;
  const profileAt = bitsAt + channels * 2;
  const pixelsAt = profileAt + profile.bytes.length + (profile.bytes.length % 2);
  const head = Buffer.alloc(pixelsAt);
  head.writeUInt16LE(ascending, 0);
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields, 8);
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, pixels.length],
    // The fourth channel is unassociated alpha.
    ...(channels === 4 ? ([[338, short, 1, 2]] satisfies [number, number, number, number][]) : []),
    [34675, undefinedBytes, profile.bytes.length, profileAt],
  ];
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  for (let channel = 0; channel < channels; channel += 1) head.writeUInt16LE(8, bitsAt + channel * 2);
  profile.bytes.copy(head, profileAt);
  return Buffer.concat([head, pixels]);
}
