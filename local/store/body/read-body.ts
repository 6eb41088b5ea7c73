import { S3Error } from '../s3-error.ts';
import type { StoreRequest } from '../store-request.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { BodyDigest } from './body-digest.ts';
import { bodyExpectation } from './body-expectation.ts';
import { type Checksum, checkForm } from './checksum.ts';
import { ChunkVerifier } from './chunk-verifier.ts';

export interface ReceivedBody {
  bytes: number;
  md5: Buffer;
  checksum: Checksum | undefined;
}

/** S3's limit of one PUT. */
const putBytesLimit = 5 * 1024 ** 3;

/**
 * Hands the body to `sink` piece by piece and returns once all that was promised of it has been checked. Throws
 * otherwise: what the sink has got by then must be thrown away.
 */
export async function readBody(
  request: StoreRequest,
  sink: (data: Buffer) => Promise<void> | void,
  bytesLimit: number = putBytesLimit,
): Promise<ReceivedBody> {
  const expected = bodyExpectation(request);
  if (expected.checksum?.value !== undefined) checkForm(expected.checksum as Checksum);
  if (expected.bytes > bytesLimit)
    throw new S3Error('EntityTooLarge', `The body is over ${bytesLimit} bytes.`);
  const digest = new BodyDigest([
    ...(expected.checksum ? [expected.checksum.algorithm] : []),
    ...(expected.sha256Hex ? (['SHA256'] as const) : []),
  ]);
  let trailers = new Map<string, string>();
  const source = request.body();
  const data = expected.chunked
    ? decodeAwsChunked(source, {
        verifier: expected.chunksSigned ? new ChunkVerifier(request.verified) : undefined,
        onTrailers: (found) => {
          trailers = found;
        },
      })
    : source;
  let bytes = 0;
  for await (const piece of data) {
    bytes += piece.length;
    if (bytes > expected.bytes) throw wrongLength();
    digest.update(piece);
    await sink(piece);
  }
  if (bytes !== expected.bytes) throw wrongLength();

  const digests = digest.finish();
  if (expected.sha256Hex && digests.of('SHA256')?.toString('hex') !== expected.sha256Hex)
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      'The x-amz-content-sha256 you specified did not match what was received.',
    );
  if (expected.md5Base64 && digests.md5.toString('base64') !== expected.md5Base64)
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what was received.');
  if (!expected.checksum) return { bytes, md5: digests.md5, checksum: undefined };
  const { algorithm } = expected.checksum;
  const value = digests.of(algorithm)?.toString('base64') ?? '';
  const given = expected.checksum.value ?? (expected.trailer && trailers.get(expected.trailer));
  if (expected.trailer && given === undefined)
    throw new S3Error('InvalidRequest', 'The trailer that was announced is missing.');
  if (given !== undefined && given !== value)
    throw new S3Error('BadDigest', `The ${algorithm} you specified did not match what was received.`);
  return { bytes, md5: digests.md5, checksum: { algorithm, value } };
}

function wrongLength(): S3Error {
  return new S3Error('IncompleteBody', 'The body is not as long as it announced.');
}

/** A small body as text, for the operations that carry XML. */
export async function readText(request: StoreRequest, bytesLimit: number): Promise<string> {
  const pieces: Buffer[] = [];
  await readBody(request, (data) => void pieces.push(data), bytesLimit);
  return Buffer.concat(pieces).toString('utf8');
}
