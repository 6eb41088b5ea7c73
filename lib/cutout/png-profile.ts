import { crc32, deflateSync } from 'node:zlib';

/** Signature and header: other chunks follow. */
const headBytes = 8 + 25;

/**
 * Says which profile the pixels of a PNG are in. sharp would convert them to it from sRGB first, which they are not in.
 * Answers the parts of the file in order.
 */
export function withIccChunk(png: Buffer, profile: Buffer): Buffer[] {
  const name = Buffer.from('Profile\0\0', 'latin1');
  const body = Buffer.concat([Buffer.from('iCCP', 'latin1'), name, deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return [png.subarray(0, headBytes), length, body, check, png.subarray(headBytes)];
}
