import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Checksum, type ChecksumAlgorithm, checksumAlgorithms } from '../body/checksum.ts';
import type { PartRecord } from '../disk/records.ts';
import { S3Error } from '../s3-error.ts';
import { childText, type XmlElement } from '../xml-reader.ts';

/** S3's least size of every part but the last. */
const partBytesLeast = 5 * 1024 * 1024;

/** The parts that a CompleteMultipartUpload document names, each as it was sent. */
export function readCompletion(root: XmlElement, parts: ReadonlyMap<number, PartRecord>): PartRecord[] {
  const listed = root.children.filter((child) => child.name === 'Part');
  if (root.name !== 'CompleteMultipartUpload' || listed.length === 0)
    throw new S3Error('MalformedXML', 'The document must list the parts of the upload.');
  const chosen = listed.map((element) => {
    const part = parts.get(Number(childText(element, 'PartNumber')));
    const etag = childText(element, 'ETag')?.trim().replaceAll('"', '');
    const mismatched = checksumAlgorithms.some((algorithm) => {
      const given = childText(element, `Checksum${algorithm}`);
      return (
        given !== undefined && (part?.checksum?.algorithm !== algorithm || part.checksum.value !== given)
      );
    });
    if (!part || part.etag !== etag || mismatched)
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
    return part;
  });
  if (chosen.some((part, index) => part.number <= (chosen[index - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
  if (chosen.slice(0, -1).some((part) => part.bytes < partBytesLeast))
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  return chosen;
}

/** MD5 over the parts' MD5s, and how many there are. */
export function multipartEtag(parts: readonly PartRecord[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(Buffer.from(part.etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

/** A checksum of the parts' checksums, where all have one of the same kind. */
export function compositeChecksum(parts: readonly PartRecord[]): Checksum | undefined {
  const algorithm = parts[0]?.checksum?.algorithm;
  if (!algorithm || parts.some((part) => part.checksum?.algorithm !== algorithm)) return undefined;
  const joined = Buffer.concat(parts.map((part) => Buffer.from(part.checksum?.value ?? '', 'base64')));
  return { algorithm, value: `${digestOf(algorithm, joined).toString('base64')}-${parts.length}` };
}

function digestOf(algorithm: ChecksumAlgorithm, data: Buffer): Buffer {
  if (algorithm !== 'CRC32') return createHash(algorithm).update(data).digest();
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(data));
  return bytes;
}
