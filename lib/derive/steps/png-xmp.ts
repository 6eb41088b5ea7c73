import { crc32 } from 'node:zlib';

const headerEnd = 8 + 4 + 4 + 13 + 4;
const keyword = 'XML:com.adobe.xmp';

/**
 * Puts an XMP packet into a finished PNG as the XMP specification asks: an uncompressed iTXt chunk, here behind the
 * header. libvips writes a zTXt chunk, which is Latin-1 by definition and which few programs look into.
 */
export function withPngXmp(png: Buffer, xmp: string): Buffer {
  // The keyword's end, not compressed, by no method, and neither a language nor a translated keyword.
  const body = Buffer.concat([Buffer.from(`iTXt${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(xmp, 'utf8')]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, check, png.subarray(headerEnd)]);
}
