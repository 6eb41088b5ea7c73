import { S3Error } from '../s3-error.ts';

export const checksumAlgorithms = ['CRC32', 'SHA256', 'SHA1'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  /** Base64; with `-N` where it is made of the checksums of N parts. */
  value: string;
}

const lengths: Readonly<Record<ChecksumAlgorithm, number>> = { CRC32: 4, SHA256: 32, SHA1: 20 };
/** Headers beside the checksums themselves that share their prefix. */
const notChecksums = new Set(['x-amz-checksum-mode', 'x-amz-checksum-algorithm', 'x-amz-checksum-type']);

/** `x-amz-checksum-crc32` → CRC32. An algorithm that could not be checked is refused, never ignored. */
export function checksumOfHeader(name: string): ChecksumAlgorithm | undefined {
  if (!name.startsWith('x-amz-checksum-') || notChecksums.has(name)) return undefined;
  return parseAlgorithm(name.slice('x-amz-checksum-'.length));
}

export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = checksumAlgorithms.find((known) => known === name.toUpperCase());
  if (!algorithm)
    throw new S3Error('InvalidRequest', `The checksum algorithm ${name} is not supported here.`);
  return algorithm;
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** The element of the XML documents: `ChecksumCRC32`. */
export function checksumElement(checksum: Checksum | undefined): Record<string, string> {
  return checksum ? { [`Checksum${checksum.algorithm}`]: checksum.value } : {};
}

export function checkForm(checksum: Checksum): void {
  const bytes = Buffer.from(checksum.value, 'base64');
  if (bytes.length !== lengths[checksum.algorithm] || bytes.toString('base64') !== checksum.value)
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(checksum.algorithm)} header is invalid.`);
}
