import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atFileWidth, planGeometry, type Rect, type Size } from './geometry.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 30_000 }),
  height: fc.integer({ min: 1, max: 30_000 }),
});
const box = fc.record({
  max_width: fc.integer({ min: 16, max: 10_000 }),
  max_height: fc.integer({ min: 16, max: 10_000 }),
});
const fit = fc.constantFrom('inside', 'cover', 'pad');
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

function lies(inner: Rect, outer: Size): boolean {
  const { left, top, width, height } = inner;
  return (
    left >= 0 &&
    top >= 0 &&
    width >= 1 &&
    height >= 1 &&
    left + width <= outer.width &&
    top + height <= outer.height
  );
}

describe('the geometry of a render', () => {
  it('keeps every side at 1 px or more, inside the box, and the picture inside the file', () => {
    fc.assert(
      fc.property(size, box, fit, fraction, fraction, (upright, bounds, fitting, x, y) => {
        const contract = { ...bounds, fit: fitting, focal: 'respected' as const };
        const { scaled, cut, placed, file } = planGeometry(upright, contract, { focal: { x, y } });
        expect(file.width).toBeLessThanOrEqual(bounds.max_width);
        expect(file.height).toBeLessThanOrEqual(bounds.max_height);
        expect(lies(placed, file)).toBe(true);
        expect(lies(cut ?? { left: 0, top: 0, ...scaled }, scaled)).toBe(true);
        expect({ width: placed.width, height: placed.height }).toEqual(
          cut ? { width: cut.width, height: cut.height } : scaled,
        );
      }),
    );
  });

  it('never enlarges, but by pad', () => {
    fc.assert(
      fc.property(size, box, fc.constantFrom('inside', 'cover'), (upright, bounds, fitting) => {
        const { scaled } = planGeometry(upright, { ...bounds, fit: fitting, focal: 'ignored' }, null);
        expect(scaled.width).toBeLessThanOrEqual(upright.width);
        expect(scaled.height).toBeLessThanOrEqual(upright.height);
      }),
    );
    const padded = planGeometry(
      { width: 10, height: 5 },
      { max_width: 100, max_height: 100, fit: 'pad', focal: 'ignored' },
      null,
    );
    expect(padded.placed).toEqual({ left: 0, top: 25, width: 100, height: 50 });
    expect(padded.file).toEqual({ width: 100, height: 100 });
  });

  it('shrinks to a width without leaving the file', () => {
    fc.assert(
      fc.property(size, box, fit, fraction, (upright, bounds, fitting, share) => {
        const geometry = planGeometry(upright, { ...bounds, fit: fitting, focal: 'ignored' }, null);
        const width = Math.max(1, Math.round(geometry.file.width * share));
        const { file, placed } = atFileWidth(geometry, width);
        expect(file.width).toBe(width);
        expect(lies(placed, file)).toBe(true);
      }),
    );
  });

  it('cuts to the box’s shape around the centre, or the point of interest where it is respected', () => {
    const contract = { max_width: 100, max_height: 100, fit: 'cover' as const };
    const upright = { width: 400, height: 200 };
    const edits = { focal: { x: 1, y: 0.5 } };
    expect(planGeometry(upright, { ...contract, focal: 'ignored' }, edits).cut).toEqual({
      left: 50,
      top: 0,
      width: 100,
      height: 100,
    });
    expect(planGeometry(upright, { ...contract, focal: 'respected' }, edits).cut).toEqual({
      left: 100,
      top: 0,
      width: 100,
      height: 100,
    });
  });

  it('counts a crop in pixels of the upright master', () => {
    const edits = { crop: { left: 0.5, top: 0, width: 0.5, height: 1 } };
    const plan = planGeometry(
      { width: 400, height: 200 },
      { max_width: 1000, max_height: 1000, fit: 'inside', focal: 'ignored' },
      edits,
    );
    expect(plan.crop).toEqual({ left: 200, top: 0, width: 200, height: 200 });
    expect(plan.file).toEqual({ width: 200, height: 200 });
  });
});
