import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCategories } from '#lib/lifecycle.ts';
import { backoffMs, decideRetry } from './retry-policy.ts';

const attempt = fc.record({
  category: fc.constantFrom(...errorCategories),
  permanent: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 40 }),
  maxAttempts: fc.integer({ min: 1, max: 40 }),
  backoff: fc.record({
    baseMs: fc.integer({ min: 1, max: 60_000 }),
    capMs: fc.integer({ min: 1, max: 3_600_000 }),
  }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('the retry policy', () => {
  it('never waits longer than the cap, nor less than nothing', () => {
    fc.assert(
      fc.property(attempt, (failed) => {
        const decision = decideRetry(failed);
        if (decision.next === 'dead') return;
        expect(decision.delayMs).toBeGreaterThanOrEqual(0);
        expect(decision.delayMs).toBeLessThanOrEqual(failed.backoff.capMs);
      }),
    );
  });

  it('ends: no job is tried more often than it may be, but for an outage, which its deadline ends', () => {
    fc.assert(
      fc.property(attempt, (failed) => {
        const { category, permanent } = failed;
        const isOutage = category === 'store_unavailable' || category === 'database_unavailable';
        if (isOutage) expect(decideRetry(failed).next).toBe(permanent ? 'dead' : 'retry');
        else if (failed.attempts >= failed.maxAttempts) expect(decideRetry(failed).next).toBe('dead');
      }),
    );
  });

  it('never retries what is permanent', () => {
    fc.assert(
      fc.property(attempt, (failed) => {
        expect(decideRetry({ ...failed, permanent: true }).next).toBe('dead');
        for (const category of ['source_invalid', 'contract_unmet', 'deadline_passed'] as const)
          expect(decideRetry({ ...failed, category }).next).toBe('dead');
      }),
    );
  });

  it('retries what passes by itself as long as attempts are left', () => {
    fc.assert(
      fc.property(attempt, (failed) => {
        fc.pre(failed.attempts < failed.maxAttempts);
        for (const category of [
          'store_unavailable',
          'database_unavailable',
          'lease_lost',
          'internal',
        ] as const)
          expect(decideRetry({ ...failed, category, permanent: false }).next).toBe('retry');
      }),
    );
  });

  it('doubles its span with every attempt, up to the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), attempt, (n, { backoff, random }) => {
        const span = Math.min(backoff.capMs, backoff.baseMs * 2 ** n);
        expect(backoffMs(n, backoff, random)).toBe(Math.floor(span * random));
        expect(backoffMs(n + 1, backoff, random)).toBeGreaterThanOrEqual(backoffMs(n, backoff, random));
      }),
    );
  });

  it('does not let a picture that hangs the renderer use up every attempt of its queue', () => {
    const failed = { permanent: false, maxAttempts: 8, backoff: { baseMs: 1, capMs: 1 }, random: 0 };
    expect(decideRetry({ ...failed, category: 'render_timeout', attempts: 2 }).next).toBe('retry');
    expect(decideRetry({ ...failed, category: 'render_timeout', attempts: 3 }).next).toBe('dead');
    expect(decideRetry({ ...failed, category: 'store_unavailable', attempts: 30 }).next).toBe('retry');
  });
});
