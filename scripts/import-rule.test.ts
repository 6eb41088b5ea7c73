import { expect, test } from 'vitest';
import { findFramework, findPure, refuseImport } from './import-rule.ts';

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

test('what tests share is used by tests only, and a file that needs the test runner is one of them', () => {
  expect(breaks('lib/derive/a.ts', 'test/pictures.ts')).toBe(true);
  expect(breaks('lib/derive/fixtures.ts', 'vitest')).toBe(true);
  expect(breaks('lib/derive/a.test.ts', 'test/pictures.ts')).toBe(false);
  expect(breaks('bench/a.bench.ts', 'test/pictures.ts')).toBe(false);
});

test('Next is found wherever the worker reaches it, and not where a type alone leads', () => {
  const edge = (from: string, to: string, typeOnly = false) => ({ from, to, typeOnly });
  const edges = [
    edge('scripts/worker.ts', 'lib/a.ts'),
    edge('lib/a.ts', 'lib/b.ts'),
    edge('lib/b.ts', 'next/headers'),
    edge('lib/a.ts', 'lib/c.ts', true),
    edge('lib/c.ts', 'next-auth'),
  ];
  expect(findFramework(edges, 'scripts/worker.ts')).toEqual(['lib/b.ts']);
});
