import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

function clocked(perMinute: number) {
  let now = 0;
  const limiter = createRateLimiter(perMinute, () => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

it('lets a burst through, then says how long to wait, and that wait is enough', () => {
  const { limiter, pass } = clocked(6);
  for (let n = 0; n < 6; n += 1) expect(limiter.take('a')).toEqual({ ok: true });
  const answer = limiter.take('a');
  expect(answer).toEqual({ ok: false, retryAfterSeconds: 10 });
  pass(10_000);
  expect(limiter.take('a')).toEqual({ ok: true });
  expect(limiter.take('a').ok).toBe(false);
});

it('keeps one caller’s storm from another caller', () => {
  const { limiter } = clocked(1);
  limiter.take('storm');
  expect(limiter.take('storm').ok).toBe(false);
  expect(limiter.take('calm').ok).toBe(true);
});

it('never holds more than a minute’s worth', () => {
  const { limiter, pass } = clocked(2);
  pass(3_600_000);
  limiter.give('a');
  expect([1, 2, 3].map(() => limiter.take('a').ok)).toEqual([true, true, false]);
});
