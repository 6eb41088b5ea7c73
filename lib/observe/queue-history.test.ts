import { expect, test } from 'vitest';
import { historyOf } from './queue-history.ts';

const sample = (bin: number, audience: string, done_total: number, waiting = 0) => ({
  bin,
  audience,
  waiting,
  oldest_seconds: waiting,
  done_total,
  failed_total: 0,
});

test('a bin that nobody sampled is a gap, one in which others were sampled is a nought', () => {
  const history = historyOf([sample(1, 'teacher', 5, 3), sample(2, 'partner', 0)], 'teacher', 4);
  expect(history.waiting).toEqual([null, 3, 0, null]);
});

test('what was done is what the totals grew by, across gaps, and never less than nothing', () => {
  const samples = [sample(0, 't', 100), sample(1, 't', 104), sample(3, 't', 110), sample(4, 't', 2)];
  expect(historyOf(samples, 't', 5).done).toEqual([0, 4, null, 6, 0]);
});
