/**
 * The brands of an ISO base media file (HEIC, AVIF, MP4 …), from its leading `ftyp` box: the major one first.
 * Empty where the bytes are no such file.
 */
export function fileBrands(first: Buffer): string[] {
  if (first.length < 16 || first.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(first.readUInt32BE(0), first.length);
  const brands = [first.toString('latin1', 8, 12)];
  // Bytes 12 to 15 are the minor version; compatible brands follow.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(first.toString('latin1', at, at + 4));
  return brands;
}
