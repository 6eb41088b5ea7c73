import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxParts, partBytes } from './multipart-parts.ts';

const mebibyte = 1024 * 1024;
const fileBytes = fc.integer({ min: 1, max: 5_000_000 * mebibyte });

it('a file fits into the parts that may be signed for it, whatever part size is preferred', () => {
  fc.assert(
    fc.property(fileBytes, fc.integer({ min: 1, max: 1000 * mebibyte }), (size, preferred) => {
      const part = partBytes(size, preferred);
      const parts = Math.ceil(size / part);
      expect(part).toBeGreaterThanOrEqual(5 * mebibyte);
      expect(parts).toBeLessThanOrEqual(10_000);
      expect(parts).toBeLessThanOrEqual(maxParts(size));
    }),
  );
});

it('a small file has one part', () => {
  expect(maxParts(1)).toBe(1);
  expect(maxParts(5 * mebibyte)).toBe(1);
  expect(maxParts(5 * mebibyte + 1)).toBe(2);
});
