import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avifEffort } from './avif-effort.ts';

const free = { compression: {} };
const limited = { compression: {}, max_bytes: 50_000 };

describe('the effort of an AVIF', () => {
  it.each([
    ['300 × 300 px', 300 * 300, 6],
    ['480 × 320 px', 480 * 320, 5],
    ['480 × 470 px', 480 * 470, 4],
    ['2000 × 1500 px', 2000 * 1500, 3],
    ['24 megapixels', 24_000_000, 3],
    ['100 megapixels', 100_000_000, 1],
  ])('of %s is what its time is worth', (_, area, effort) => {
    expect(avifEffort(area, free)).toBe(effort);
  });

  it('is less where a byte limit has it written several times', () => {
    expect(avifEffort(300 * 300, limited)).toBe(3);
    expect(avifEffort(24_000_000, limited)).toBe(1);
  });

  it('is what the contract says, at any size and limit', () => {
    for (const area of [100, 100_000_000])
      for (const effort of [0, 4, 9])
        expect(avifEffort(area, { ...limited, compression: { effort } })).toBe(effort);
  });

  it('never rises with the size, so that a narrower file is never the hurried one', () => {
    const areas = fc.tuple(
      fc.integer({ min: 1, max: 200_000_000 }),
      fc.integer({ min: 1, max: 200_000_000 }),
    );
    fc.assert(
      fc.property(areas, fc.constantFrom(free, limited), ([one, other], contract) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        expect(avifEffort(small, contract)).toBeGreaterThanOrEqual(avifEffort(large, contract));
      }),
    );
  });
});
