import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { hollowPng, manyScans, pngChunk } from './picture-files.ts';
import { noisy } from './pictures.ts';

/** Small files that ask their decoder for far more than they weigh; none may be accepted. */
export async function hostileFiles(): Promise<Record<string, Buffer>> {
  const noise = noisy(64, 64);
  const [jpeg, gif, webp, avif, tiff] = await Promise.all([
    noise.clone().jpeg().toBuffer(),
    noise.clone().gif().toBuffer(),
    noise.clone().webp({ lossless: true }).toBuffer(),
    noise.clone().avif({ effort: 0 }).toBuffer(),
    noise.clone().tiff({ compression: 'none' }).toBuffer(),
  ]);
  return {
    'a PNG of 260 megapixels': hollowPng(20_000, 13_000),
    'a PNG whose header says 65535 × 65535': hollowPng(65_535, 65_535),
    'a PNG whose header says 2147483647 × 2147483647': hollowPng(2 ** 31 - 1, 2 ** 31 - 1),
    'a PNG of 260 megapixels behind 640 MB of compressed text': hollowPng(20_000, 13_000, ...textBombs(8)),
    'a whole PNG of 144 megapixels': await black(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer(),
    'a JPEG of 4,000 scans': await manyScans(4000),
    'a JPEG whose header says 65535 × 65535': patched(jpeg, jpeg.indexOf(Buffer.of(0xff, 0xc0)) + 5, [
      ...two(65_535),
      ...two(65_535),
    ]),
    'a GIF whose frame says 65535 × 65535': patched(
      gif,
      gif.indexOf(Buffer.of(0x2c, 0, 0, 0, 0, 64, 0)) + 5,
      [0xff, 0xff, 0xff, 0xff],
    ),
    'a WebP whose header says 16384 × 16384': patched(webp, webp.indexOf('VP8L') + 9, [0xff, 0xff, 0xff]),
    'an AVIF whose header says 65535 × 65535': patched(avif, avif.indexOf('ispe') + 8, [
      ...[0, 0, ...two(65_535)],
      ...[0, 0, ...two(65_535)],
    ]),
    'a TIFF whose header says 2147483647 × 2147483647': hugeTiff(tiff),
    'a GIF of 1,000 frames': await manyFrames(1000),
  };
}

/** Chunks of text that each unfold to 80 MB. */
export function textBombs(count: number): Buffer[] {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(80_000_000))]);
  return Array.from({ length: count }, () => pngChunk('zTXt', text));
}

function black(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#000000' }, limitInputPixels: false });
}

async function manyFrames(frames: number): Promise<Buffer> {
  const raw = { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } as const;
  const pixels = Buffer.from(
    Array.from({ length: 16 * 16 * frames * 3 }, (_, at) => (at * 7 + (at >> 9)) % 256),
  );
  return await sharp(pixels, { raw }).gif({ effort: 1, keepDuplicateFrames: true }).toBuffer();
}

function patched(file: Buffer, at: number, bytes: number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

function two(value: number): [number, number] {
  return [value >> 8, value & 255];
}

/** Width and length are tags 256 and 257 of the first directory, in little-endian entries of 12 bytes. */
function hugeTiff(tiff: Buffer): Buffer {
  const copy = Buffer.from(tiff);
  const directory = copy.readUInt32LE(4);
  for (let entry = 0; entry < copy.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (![256, 257].includes(copy.readUInt16LE(at))) continue;
    copy.writeUInt16LE(4, at + 2);
    copy.writeUInt32LE(2 ** 31 - 1, at + 8);
  }
  return copy;
}
