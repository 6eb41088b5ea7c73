import { describe, expect, it } from 'vitest';
import { PaceKeeper } from './pace.ts';

describe('the pace of an upload', () => {
  it('does not count what an earlier visit has sent', () => {
    const pace = new PaceKeeper();
    pace.start('a', 0);
    pace.move('a', 10_000_000, 10);
    expect(pace.speedOf('a')).toBeNull();
    pace.move('a', 11_000_000, 1010);
    expect(pace.speedOf('a')).toBe(1_000_000);
  });

  it('stands still after half a minute without a byte, and moves again with the next', () => {
    const pace = new PaceKeeper();
    pace.start('a', 0);
    pace.move('a', 1, 1000);
    expect(pace.isStalled('a', 31_000)).toBe(false);
    expect(pace.isStalled('a', 31_001)).toBe(true);
    pace.move('a', 1, 40_000);
    expect(pace.isStalled('a', 40_000)).toBe(true);
    pace.move('a', 2, 41_000);
    expect(pace.isStalled('a', 41_000)).toBe(false);
  });

  it('knows nothing of a file that has not begun', () => {
    expect(new PaceKeeper().isStalled('a', 1e12)).toBe(false);
    expect(new PaceKeeper().speedOf('a')).toBeNull();
  });
});
