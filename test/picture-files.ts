import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { noisy } from './pictures.ts';

/** A folder for files that only paths can name, removed when the test file ends. */
export function fileMaker(): (name: string, bytes: Buffer) => string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-ingest-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, bytes) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    return file;
  };
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A PNG that declares any size and carries a few bytes of pixels. */
export function hollowPng(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A progressive JPEG whose last scan is there `scans` times over. */
export async function manyScans(scans: number): Promise<Buffer> {
  const jpeg = await noisy(64, 64).jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.of(0xff, 0xda));
  const end = jpeg.length - 2;
  const repeated = Array.from({ length: scans }, () => jpeg.subarray(last, end));
  return Buffer.concat([jpeg.subarray(0, end), ...repeated, jpeg.subarray(end)]);
}
