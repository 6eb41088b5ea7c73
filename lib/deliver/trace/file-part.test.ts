import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filePart, formBoundary } from './file-part.ts';

async function encode(form: FormData): Promise<{ boundary: string; bytes: Buffer }> {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const boundary = formBoundary(request.headers.get('content-type') ?? '') ?? '';
  return { boundary, bytes: Buffer.from(await request.arrayBuffer()) };
}

async function* inPieces(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const read = (bytes: Buffer, boundary: string, sizes = [4096]) =>
  buffer(Readable.from(filePart(inPieces(bytes, sizes), boundary), { objectMode: false }));

test('the first file comes out whole, however the form is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (content, sizes, withField) => {
        const form = new FormData();
        if (withField) form.append('note', 'not a file; filename=x');
        // Whatever looks like the beginning of a delimiter belongs to the file.
        const bytes = Buffer.concat([Buffer.from('\r\n--'), content, Buffer.from('\r\n--\r')]);
        form.append('file', new Blob([new Uint8Array(bytes)]), 'photo "1".jpg');
        form.append('file', new Blob(['another']), 'second.jpg');
        const { boundary, bytes: encoded } = await encode(form);
        expect(await read(encoded, boundary, sizes)).toEqual(bytes);
      },
    ),
    { numRuns: 200 },
  );
});

test('a form without a file, and one that breaks off, give what is there', async () => {
  const form = new FormData();
  form.append('url', 'x');
  const { boundary, bytes } = await encode(form);
  expect(await read(bytes, boundary)).toHaveLength(0);
  expect(await read(Buffer.from(`--${boundary}\r\nContent-Dispo`), boundary)).toHaveLength(0);
  expect(await read(Buffer.alloc(40_000, 0x20), boundary)).toHaveLength(0);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['Multipart/Form-Data;boundary=----x', '----x'],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['image/jpeg', undefined],
])('%s', (type, boundary) => {
  expect(formBoundary(type)).toBe(boundary);
});
