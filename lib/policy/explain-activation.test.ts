import { expect, test } from 'vitest';
import { aboutHowLong, explainActivation } from './explain-activation.ts';
import type { ActivationImpact, FormatImpact } from './get-activation-impact.ts';

const format = (changes: Partial<FormatImpact>): FormatImpact => ({
  format: 'web-small',
  label: 'For slides',
  change: 'changed',
  on_request: false,
  published: 12,
  there: 0,
  failed: 0,
  to_make: 12,
  ...changes,
});
const print = format({ format: 'print', label: 'For print', on_request: true, published: 5, to_make: 0 });

const impact: ActivationImpact = {
  audience: 'teacher',
  version: 2,
  replaces: 1,
  photos: 12,
  formats: [format({ format: 'thumb', label: 'Thumbnail' }), format({}), print],
  estimate: {
    state: 'estimated',
    ms: 240_000,
    workers: 2,
    at_once: 4,
    measured: 120,
    same_formats: true,
    before: 0,
  },
};
const explain = (changes: Partial<ActivationImpact>) =>
  explainActivation({ ...impact, ...changes }, 'Teachers');

test('a new version says what is made anew, what stays, how long it takes by what, and what people get meanwhile', () => {
  expect(explain({})).toEqual([
    'Version 2 takes the place of version 1.',
    '12 photos are approved for Teachers. 24 published files are made anew.',
    '5 published files of “For print” stay as of version 1, each until somebody asks for the new one.',
    'It takes about 4 min with 2 workers, 4 files at a time, by what 120 files of the same formats took lately.',
    'Until a new file is there, people get the one of the version before.',
    'Made when somebody asks: “For print”.',
  ]);
});

test('a rollback says which files are there still, and that the newer version never stands in', () => {
  const there = { there: 12, to_make: 0 };
  const back = { version: 1, replaces: 2, estimate: { state: 'nothing' } as const };
  expect(explain({ ...back, formats: [format(there), format(there)] })).toEqual([
    'Version 1 takes the place of version 2.',
    '12 photos are approved for Teachers. Every file is there already and is given at once.',
  ]);
  const partly = explain({ ...back, formats: [format({ there: 1, to_make: 11, published: 10 }), print] });
  expect(partly.slice(1)).toEqual([
    '12 photos are approved for Teachers. 10 published files are made anew. 1 file is made that nobody has yet. 1 file is there already.',
    '“For print” is made anew when somebody asks: version 2 does not stand in for an older one.',
    'Where a file is missing, people wait until it is made: version 2 does not stand in for an older one.',
    'Made when somebody asks: “For print”.',
  ]);
});

test('a format that goes says what becomes of its files', () => {
  const gone = format({ change: 'removed', to_make: 0, published: 7 });
  expect(explain({ formats: [gone] })).toContain(
    '“For slides” is given no more: its 7 files stay only under links that name version 1.',
  );
});

test('files that failed under the version before are not promised again', () => {
  expect(explain({ formats: [format({ failed: 2, to_make: 10 })] })).toContain(
    '2 files of version 2 could not be made before and are not tried again.',
  );
});

test('a first activation and the end of a suspension are said as what they are', () => {
  expect(explain({ replaces: null, photos: 0, formats: [], estimate: { state: 'nothing' } })).toEqual([
    'Version 2 becomes the first that is given to Teachers.',
    'No photo is approved for Teachers, so there is nothing to make yet.',
  ]);
  expect(explain({ replaces: 2 })[0]).toBe(
    'The suspension of version 2 ends: its files are given to Teachers again.',
  );
});

test('what is not known is said to be unknown', () => {
  expect(explain({ estimate: { state: 'no_worker' } })).toContain(
    'No worker is running: nothing is made until one is started.',
  );
  expect(explain({ estimate: { state: 'unmeasured', format: 'web-small' } })).toContain(
    'How long it takes is unknown: no file like “web-small” has been measured yet.',
  );
});

test('a duration is said as roughly as it is known', () => {
  const said = [400, 9000, 14_000, 54_000, 56_000, 80 * 60_000, 100 * 60_000, 5 * 3_600_000].map(
    aboutHowLong,
  );
  expect(said).toEqual([
    'a few seconds',
    'a few seconds',
    'about 10 s',
    'about 50 s',
    'about 1 min',
    'about 80 min',
    'about 2 h',
    'about 5 h',
  ]);
});
