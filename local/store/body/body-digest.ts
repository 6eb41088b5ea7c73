import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from './checksum.ts';

/** Hashes a body as it passes: always MD5, which is the ETag, and what else is asked for. */
export class BodyDigest {
  readonly #md5 = createHash('md5');
  readonly #hashes = new Map<'SHA256' | 'SHA1', Hash>();
  #crc32: number | undefined;

  constructor(algorithms: Iterable<ChecksumAlgorithm>) {
    for (const algorithm of algorithms) {
      if (algorithm === 'CRC32') this.#crc32 = 0;
      else this.#hashes.set(algorithm, createHash(algorithm));
    }
  }

  update(data: Buffer): void {
    this.#md5.update(data);
    for (const hash of this.#hashes.values()) hash.update(data);
    if (this.#crc32 !== undefined) this.#crc32 = crc32(data, this.#crc32);
  }

  /** Once, at the end. */
  finish(): { md5: Buffer; of(algorithm: ChecksumAlgorithm): Buffer | undefined } {
    const digests = new Map<ChecksumAlgorithm, Buffer>();
    for (const [algorithm, hash] of this.#hashes) digests.set(algorithm, hash.digest());
    if (this.#crc32 !== undefined) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(this.#crc32);
      digests.set('CRC32', bytes);
    }
    return { md5: this.#md5.digest(), of: (algorithm) => digests.get(algorithm) };
  }
}
