import type { ByteSource } from './byte-source.ts';

export interface PngHeader {
  width: number;
  height: number;
  /** More than one in an animated PNG, of which decoders show the first. */
  frames: number;
}

const signature = '89504e470d0a1a0a';
/** A file may open with any number of text chunks; the animation chunk stands among the first. */
const maxChunks = 200;

/** Reads the size and the number of frames from the chunks before the pixels. Undefined where it is no PNG. */
export function walkPng(source: ByteSource): PngHeader | undefined {
  const start = source.read(0, 24);
  if (start.length < 24 || start.toString('hex', 0, 8) !== signature) return undefined;
  const header: PngHeader = { width: start.readUInt32BE(16), height: start.readUInt32BE(20), frames: 1 };
  let position = 8;
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const chunk = source.read(position, 12);
    if (chunk.length < 12) break;
    const type = chunk.toString('latin1', 4, 8);
    if (type === 'IDAT') break;
    if (type === 'acTL') header.frames = Math.max(1, chunk.readUInt32BE(8));
    position += 12 + chunk.readUInt32BE(0);
  }
  return header;
}
