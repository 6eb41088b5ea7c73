import { expect, test } from 'vitest';
import { estimateWork, type FormatWork } from './estimate-work.ts';

const took = (format: string, ...times: number[]) =>
  times.map((work_ms) => ({ audience: 'partner', format, work_ms }));
const campaign = (files: number, times: FormatWork['times']): FormatWork => ({
  audience: 'partner',
  format: 'campaign',
  files,
  times,
});
const two = { workers: 2, perWorker: 1, before: 0 };

test('files by the mean of what such files took, shared among the workers', () => {
  const work = [campaign(240, took('campaign', 1000, 2000, 3000))];
  expect(estimateWork(work, two)).toEqual({
    state: 'estimated',
    ms: 240_000,
    workers: 2,
    at_once: 2,
    measured: 3,
    same_formats: true,
    before: 0,
  });
  expect(estimateWork(work, { ...two, perWorker: 4 })).toMatchObject({ ms: 60_000, at_once: 8 });
});

test('what is in line before counts as much as what comes', () => {
  const work = [campaign(10, took('campaign', 100, 100, 100))];
  expect(estimateWork(work, { ...two, before: 30 })).toMatchObject({ ms: 2000, before: 30 });
});

test('a format that was measured too seldom is taken to be like others of its type, and that is said', () => {
  const work = [campaign(4, [...took('campaign', 9000), ...took('review', 1000, 2000)])];
  expect(estimateWork(work, two)).toMatchObject({ ms: 8000, measured: 3, same_formats: false });
});

test('what nobody measured, or nobody is there to make, is not guessed', () => {
  expect(estimateWork([campaign(4, [])], two)).toEqual({ state: 'unmeasured', format: 'campaign' });
  expect(estimateWork([campaign(4, took('campaign', 1, 1, 1))], { ...two, workers: 0 })).toEqual({
    state: 'no_worker',
  });
  expect(estimateWork([campaign(0, [])], { ...two, workers: 0 })).toEqual({ state: 'nothing' });
});
