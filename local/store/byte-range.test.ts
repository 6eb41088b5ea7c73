import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test('a range never leaves the object', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.option(fc.nat(30)), fc.option(fc.nat(30)), (bytes, from, to) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, bytes);
      if (typeof range === 'string') return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.first).toBeLessThanOrEqual(range.last);
      expect(range.last).toBeLessThan(bytes);
    }),
  );
});

test.each([
  [undefined, 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=5-2', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=2-3', { first: 2, last: 3 }],
  ['bytes=-4', { first: 6, last: 9 }],
])('%s of ten bytes is %j', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});
