import { expect, test } from 'vitest';
import { findPure, refuseImport } from './import-rule.ts';

const pure = () => true;
const breaks = (from: string, to: string, typeOnly = false, isPure = pure) =>
  refuseImport({ from, to, typeOnly }, isPure) !== undefined;

test('stages never import each other, not even types', () => {
  expect(breaks('lib/derive/a.ts', 'lib/ingest/b.ts')).toBe(true);
  expect(breaks('lib/derive/a.ts', 'lib/ingest/b.ts', true)).toBe(true);
  expect(breaks('lib/derive/a.ts', 'lib/derive/b.ts')).toBe(false);
  expect(breaks('lib/derive/a.ts', 'lib/policy/b.ts')).toBe(false);
});

test('only a composition root puts stages together', () => {
  expect(breaks('lib/jobs/a.ts', 'lib/derive/b.ts')).toBe(true);
  expect(breaks('lib/job-handlers.ts', 'lib/derive/b.ts')).toBe(false);
});

test('components use pure files of lib and types only', () => {
  expect(breaks('components/a.tsx', 'lib/format.ts')).toBe(false);
  expect(breaks('components/a.tsx', 'lib/services.ts', false, () => false)).toBe(true);
  expect(breaks('components/a.tsx', 'lib/services.ts', true, () => false)).toBe(false);
  expect(breaks('components/ui/a.tsx', '@uppy/core')).toBe(true);
  expect(breaks('components/upload/a.tsx', '@uppy/core')).toBe(false);
});

test('a file that imports IO, however far away, is not pure', () => {
  const files = ['lib/a.ts', 'lib/b.ts', 'lib/c.ts'];
  const edges = [
    { from: 'lib/a.ts', to: 'lib/b.ts', typeOnly: false },
    { from: 'lib/b.ts', to: 'node:fs', typeOnly: false },
    { from: 'lib/c.ts', to: 'lib/b.ts', typeOnly: true },
  ];
  expect([...findPure(edges, files)]).toEqual(['lib/c.ts']);
});
