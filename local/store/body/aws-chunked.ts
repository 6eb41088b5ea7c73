import { S3Error } from '../s3-error.ts';
import { ByteReader } from './byte-reader.ts';
import type { ChunkVerifier } from './chunk-verifier.ts';

/**
 * Takes apart `Content-Encoding: aws-chunked`: `size[;chunk-signature=…]`, data, and trailers after the chunk of
 * size zero. Data is yielded before its chunk's signature is known to hold, so nothing may be kept before the end.
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  options: { verifier: ChunkVerifier | undefined; onTrailers: (trailers: Map<string, string>) => void },
): AsyncGenerator<Buffer, void, undefined> {
  const reader = new ByteReader(source);
  const { verifier } = options;
  try {
    for (;;) {
      const { bytes, signature } = parseHeader(await reader.line());
      for (let left = bytes; left > 0; ) {
        const piece = await reader.take(left);
        left -= piece.length;
        verifier?.update(piece);
        yield piece;
      }
      verifier?.endChunk(signature);
      if (bytes === 0) break;
      if ((await reader.line()) !== '')
        throw new S3Error('InvalidRequest', 'A chunk is longer than it says.');
    }
    const trailers = await readTrailers(reader);
    verifier?.endTrailers(trailers);
    options.onTrailers(trailers);
  } finally {
    await reader.cancel();
  }
}

function parseHeader(line: string | undefined): { bytes: number; signature: string | undefined } {
  const match = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line ?? '');
  if (!match?.[1]) throw new S3Error('IncompleteBody', 'The body is not in chunks, or ended too early.');
  return { bytes: Number.parseInt(match[1], 16), signature: match[2] };
}

async function readTrailers(reader: ByteReader): Promise<Map<string, string>> {
  const trailers = new Map<string, string>();
  for (let line = await reader.line(); line; line = await reader.line()) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new S3Error('InvalidRequest', 'A trailer is malformed.');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailers;
}
