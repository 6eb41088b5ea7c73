import { deflateSync } from 'node:zlib';
import { pngChunk } from './picture-files.ts';

/** What a file shall hold: samples as they are stored, of 8 or 16 bits. */
export interface Samples {
  width: number;
  height: number;
  channels: number;
  depth?: 8 | 16;
  /** The samples of one pixel. */
  pixel: (x: number, y: number) => readonly number[];
  profile?: Buffer;
}

const colorTypes: Readonly<Record<number, number>> = { 1: 0, 2: 4, 3: 2, 4: 6 };

/** A PNG with exactly these samples; `more` are chunks that stand before the pixels. */
export function pngOf(samples: Samples, ...more: Buffer[]): Buffer {
  const { width, height, channels, depth = 8, profile } = samples;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorTypes[channels] ?? 0], 8);
  const row = (width * channels * depth) / 8;
  const bytes = samplesOf(samples, 'big');
  const filtered = Buffer.concat(
    Array.from({ length: height }, (_, y) => [Buffer.of(0), bytes.subarray(y * row, (y + 1) * row)]).flat(),
  );
  const icc = profile
    ? [pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]))]
    : [];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...icc,
    ...more,
    pngChunk('IDAT', deflateSync(filtered)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const photometric = { grey: 1, rgb: 2, cmyk: 5 } as const;

/** An uncompressed TIFF with exactly these samples; `extra` says what stands behind the colours. */
export function tiffOf(
  samples: Samples & { kind: keyof typeof photometric; extra?: 'premultiplied' | 'straight' },
): Buffer {
  const { width, height, channels, depth = 8, profile, kind, extra } = samples;
  const bytes = samplesOf(samples, 'little');
  const bits = Buffer.alloc(2 * channels);
  for (let channel = 0; channel < channels; channel += 1) bits.writeUInt16LE(depth, 2 * channel);
  const fields: [tag: number, type: 3 | 4 | 7, value: number | Buffer][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, bits],
    [259, 3, 1],
    [262, 3, photometric[kind]],
    [273, 4, bytes],
    [277, 3, channels],
    [278, 4, height],
    [279, 4, bytes.length],
    ...(extra ? ([[338, 3, extra === 'premultiplied' ? 1 : 2]] as [number, 3, number][]) : []),
    ...(profile ? ([[34675, 7, profile]] as [number, 7, Buffer][]) : []),
  ];
  const directory = Buffer.alloc(8 + 2 + 12 * fields.length + 4);
  directory.write('II*\0', 0, 'latin1');
  directory.writeUInt32LE(8, 4);
  directory.writeUInt16LE(fields.length, 8);
  const bodies: Buffer[] = [];
  let end = directory.length;
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = 10 + 12 * index;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    if (typeof value === 'number') {
      directory.writeUInt32LE(value, at + 8);
      continue;
    }
    // The strip's field holds where it lies; the others count their own members.
    if (tag === 258) directory.writeUInt32LE(channels, at + 4);
    if (type === 7) directory.writeUInt32LE(value.length, at + 4);
    if (tag === 258 && channels <= 2) {
      value.copy(directory, at + 8);
      continue;
    }
    directory.writeUInt32LE(end, at + 8);
    bodies.push(value, Buffer.alloc(value.length % 2));
    end += value.length + (value.length % 2);
  }
  return Buffer.concat([directory, ...bodies]);
}

function samplesOf({ width, height, channels, depth = 8, pixel }: Samples, order: 'big' | 'little'): Buffer {
  const bytes = Buffer.alloc((width * height * channels * depth) / 8);
  let at = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const sample of pixel(x, y)) {
        if (depth === 8) bytes.writeUInt8(sample, at);
        else if (order === 'big') bytes.writeUInt16BE(sample, at);
        else bytes.writeUInt16LE(sample, at);
        at += depth / 8;
      }
  return bytes;
}
