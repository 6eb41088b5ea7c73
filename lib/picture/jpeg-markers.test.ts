import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferSource } from './byte-source.ts';
import { walkJpeg } from './jpeg-markers.ts';

const soi = Buffer.of(0xff, 0xd8);
const eoi = Buffer.of(0xff, 0xd9);
const segment = (code: number, body: Buffer) =>
  Buffer.concat([Buffer.of(0xff, code, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
const frame = (width: number, height: number) =>
  segment(0xc2, Buffer.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0));
const scan = (data: number[]) =>
  Buffer.concat([segment(0xda, Buffer.of(1, 1, 0, 0, 0, 0)), Buffer.from(data)]);

const walk = (...parts: Buffer[]) => walkJpeg(bufferSource(Buffer.concat(parts)), 100);

test('the size stands in the frame header, the scans are counted up to the end of the image', () => {
  const file = [soi, frame(640, 480), scan([1, 2]), scan([3]), eoi, soi, scan([4]), eoi];
  expect(walk(...file)).toEqual({ width: 640, height: 480, scans: 2 });
});

test('a thumbnail inside a segment adds nothing', () => {
  const thumbnail = Buffer.concat([soi, frame(160, 120), scan([9]), eoi]);
  const file = [soi, segment(0xe1, thumbnail), frame(640, 480), scan([1]), eoi];
  expect(walk(...file)).toEqual({ width: 640, height: 480, scans: 1 });
});

test('stuffed bytes, fill bytes and restart markers inside a scan are no markers', () => {
  const data = [0xff, 0x00, 5, 0xff, 0xd0, 6, 0xff, 0xff, 0x00, 0xff, 0xd7];
  expect(walk(soi, frame(8, 8), scan(data), eoi)).toEqual({ width: 8, height: 8, scans: 1 });
});

test('counting stops just above the limit', () => {
  const file = Buffer.concat([soi, frame(8, 8), ...Array.from({ length: 4000 }, () => scan([7])), eoi]);
  expect(walkJpeg(bufferSource(file), 100)?.scans).toBe(101);
});

test('a marker or a frame header on the border of two reads is found', () => {
  const border = 256 * 1024;
  for (let shift = -14; shift <= 14; shift += 1) {
    const filler = Buffer.alloc(border - soi.length - 8 - 2 + shift, 1);
    const file = [soi, scan([...filler]), frame(640, 480), scan([2]), eoi];
    expect(walk(...file), `shift ${shift}`).toEqual({ width: 640, height: 480, scans: 2 });
  }
});

test('a file of nothing but markers is read about once', () => {
  let read = 0;
  const file = Buffer.concat([soi, Buffer.alloc(4_000_000).fill(Buffer.of(0xff, 0xd0)), eoi]);
  const source = bufferSource(file);
  const counted = {
    bytes: source.bytes,
    read(position: number, length: number) {
      const bytes = source.read(position, length);
      read += bytes.length;
      return bytes;
    },
  };
  expect(walkJpeg(counted, 100)).toEqual({ width: 0, height: 0, scans: 0 });
  expect(read).toBeLessThan(file.length * 1.1);
});

test('other bytes are no JPEG', () => {
  expect(walk(Buffer.from('<html></html>'))).toBeUndefined();
});

test('any bytes at all are walked to an end', () => {
  const bytes = fc.array(fc.constantFrom(0xff, 0x00, 0x01, 0xc0, 0xd8, 0xd9, 0xda, 0xe0), { maxLength: 300 });
  fc.assert(
    fc.property(bytes, (tail) => {
      expect(walk(soi, Buffer.from(tail))?.scans).toBeGreaterThanOrEqual(0);
    }),
  );
});
