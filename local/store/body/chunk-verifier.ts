import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { scopeOf, sha256Hex, signText } from '../auth/signing-key.ts';
import type { VerifiedRequest } from '../auth/verify-request.ts';
import { S3Error } from '../s3-error.ts';

const trailerSignature = 'x-amz-trailer-signature';

/** Checks the chain of chunk signatures: each covers its data and the signature before it. */
export class ChunkVerifier {
  readonly #request: VerifiedRequest;
  #previous: string;
  #hash: Hash = createHash('sha256');

  constructor(request: VerifiedRequest) {
    this.#request = request;
    this.#previous = request.claim.signature;
  }

  update(data: Buffer): void {
    this.#hash.update(data);
  }

  endChunk(signature: string | undefined): void {
    const hash = this.#hash.digest('hex');
    this.#hash = createHash('sha256');
    this.#check('AWS4-HMAC-SHA256-PAYLOAD', [sha256Hex(''), hash], signature);
  }

  endTrailers(trailers: ReadonlyMap<string, string>): void {
    if (!this.#request.payloadHash.endsWith('-TRAILER')) return;
    const text = [...trailers]
      .filter(([name]) => name !== trailerSignature)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('');
    this.#check('AWS4-HMAC-SHA256-TRAILER', [sha256Hex(text)], trailers.get(trailerSignature));
  }

  #check(kind: string, hashes: readonly string[], signature: string | undefined): void {
    const { claim, key } = this.#request;
    const lines = [kind, claim.timestamp, scopeOf(claim), this.#previous, ...hashes];
    const expected = signText(key, lines.join('\n'));
    const given = Buffer.from(signature ?? '');
    if (given.length !== expected.length || !timingSafeEqual(Buffer.from(expected), given))
      throw new S3Error('SignatureDoesNotMatch', 'The signature of a chunk does not hold.');
    this.#previous = expected;
  }
}
