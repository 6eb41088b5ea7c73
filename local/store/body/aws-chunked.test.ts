import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAwsChunked } from './aws-chunked.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length; start += size) yield Buffer.from(text.slice(start, start + size));
}

async function decode(text: string, size = 7): Promise<{ body: string; trailers: Map<string, string> }> {
  let trailers = new Map<string, string>();
  let body = '';
  const onTrailers = (found: Map<string, string>) => {
    trailers = found;
  };
  for await (const piece of decodeAwsChunked(inPieces(text, size), { verifier: undefined, onTrailers }))
    body += piece.toString();
  return { body, trailers };
}

test('chunks come out whole however the network cuts them', async () => {
  const chunk = fc.string({ unit: fc.constantFrom('a', '0', '\r', '\n', ';'), minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), fc.integer({ min: 1, max: 50 }), async (chunks, size) => {
      const framed = chunks.map((data) => `${data.length.toString(16)}\r\n${data}\r\n`).join('');
      const { body, trailers } = await decode(`${framed}0\r\nx-amz-checksum-crc32:AAAA\r\n\r\n`, size);
      expect(body).toBe(chunks.join(''));
      expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'AAAA']]);
    }),
  );
});

describe('what is no chunked body is refused:', () => {
  test.each([
    ['nothing at all', ''],
    ['a plain body', 'a photo'],
    ['a chunk that ends early', '5\r\nabc'],
    ['a chunk that is longer than it says', '2\r\nabc\r\n0\r\n\r\n'],
    ['a last chunk that is missing', '3\r\nabc\r\n'],
    ['a line end without a return', '3\nabc\r\n0\r\n\r\n'],
    ['a negative size', '-3\r\nabc\r\n0\r\n\r\n'],
    ['a header that never ends', '1'.repeat(10_000)],
    ['a trailer without a name', '0\r\n:value\r\n\r\n'],
  ])('%s', async (_, text) => {
    await expect(decode(text)).rejects.toMatchObject({ name: 'S3Error' });
  });
});
