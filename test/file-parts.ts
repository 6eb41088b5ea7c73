import type { MediaType } from '#lib/policy/output-contract.ts';

/** All that a file may consist of that says nothing of itself. */
export const barePicture: Readonly<Record<MediaType, readonly string[]>> = {
  'image/jpeg': ['APP0 JFIF', 'DQT', 'SOF c0', 'SOF c2', 'DHT', 'SOS'],
  // libpng writes pHYs of its own: 72 pixels an inch, whatever the master said.
  'image/png': ['IHDR', 'pHYs', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  'image/webp': ['VP8', 'VP8L', 'VP8X', 'ALPH'],
  'image/avif': ['ftyp', 'meta', 'item av01', 'mdat'],
};

/**
 * Every part that a picture file is made of, in its order, by the rules of its container alone. Whatever is not
 * accounted for stands as `trailing bytes`, so that nothing can hide.
 */
export function fileParts(bytes: Buffer): string[] {
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegParts(bytes);
  if (bytes.toString('latin1', 1, 4) === 'PNG') return pngParts(bytes);
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpParts(bytes);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return avifParts(bytes);
  throw new Error('this is none of the four types');
}

function jpegParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  let at = 2;
  while (at < bytes.length) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) throw new Error(`no marker at ${at}`);
    if (code === 0xd9) return ends(parts, bytes, at + 2);
    const length = bytes.readUInt16BE(at + 2);
    const name = bytes.toString('latin1', at + 4, at + 4 + 32).split('\0')[0] ?? '';
    parts.push(segmentName(code, name));
    at += 2 + length;
    if (code === 0xda) at = endOfScan(bytes, at);
  }
  return [...parts, 'no end'];
}

function segmentName(code: number, name: string): string {
  if (code >= 0xe0 && code <= 0xef) return `APP${code - 0xe0} ${name}`;
  if (code === 0xfe) return 'COM';
  return { 219: 'DQT', 196: 'DHT', 218: 'SOS', 221: 'DRI' }[code] ?? `SOF ${code.toString(16)}`;
}

/** Behind the coded pixels, in which 0xff is followed by zero or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const code = bytes[at + 1] ?? 0;
    if (at === -1) return bytes.length;
    if (code !== 0 && (code < 0xd0 || code > 0xd7)) return at;
    at += 2;
  }
}

function pngParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    parts.push(type);
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return ends(parts, bytes, at);
  }
  return [...parts, 'no end'];
}

function webpParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  const end = 8 + bytes.readUInt32LE(4);
  for (let at = 12; at + 8 <= end; ) {
    const length = bytes.readUInt32LE(at + 4);
    parts.push(bytes.toString('latin1', at, at + 4).trimEnd());
    at += 8 + length + (length % 2);
  }
  return ends(parts, bytes, end);
}

/** The boxes, and after `meta` the types of its items. */
function avifParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    parts.push(type);
    if (type === 'meta') parts.push(...itemTypes(bytes.subarray(at, at + length)));
    if (length < 8) throw new Error(`a box of ${length} bytes`);
    at += length;
  }
  return ends(parts, bytes, at);
}

function itemTypes(meta: Buffer): string[] {
  const types: string[] = [];
  for (let at = meta.indexOf('infe'); at !== -1; at = meta.indexOf('infe', at + 4)) {
    const version = meta[at + 4] ?? 0;
    types.push(
      `item ${meta.toString('latin1', at + (version === 2 ? 12 : 14), at + (version === 2 ? 16 : 18))}`,
    );
  }
  return types;
}

function ends(parts: string[], bytes: Buffer, at: number): string[] {
  return at === bytes.length ? parts : [...parts, 'trailing bytes'];
}
