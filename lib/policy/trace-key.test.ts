import { expect, test } from 'vitest';
import { findTraceKey, parseTraceKey, previewKey, traceKey, traceNamespace } from './trace-key.ts';

const source_hash = 'a1'.repeat(32);
const name = { source_hash, audience: 'partner', policy_version: 12, format: 'web-small' };

test('a key names a derivative and reads back', () => {
  expect(parseTraceKey(traceKey(name))).toEqual({ kind: 'derivative', name });
});

test('a preview says that it is one', () => {
  const { policy_version, ...rest } = name;
  expect(parseTraceKey(previewKey(rest))).toEqual({ kind: 'preview', name: rest });
});

test.each([
  '',
  'x/partner/1/web',
  `${source_hash}/partner/0/web`,
  `${source_hash}/partner/1.5/web`,
  `${source_hash}/partner/1/web/more`,
  `${source_hash}/Partner/1/web`,
  `${source_hash}/../1/web`,
  `${source_hash}/partner/99999999999/web`,
])('%j is no key', (text) => {
  expect(parseTraceKey(text)).toBe(undefined);
});

test.each([
  ['an element', `<r xmlns:blazon="${traceNamespace}"><blazon:derivative> KEY </blazon:derivative></r>`],
  ['an attribute under another prefix', `<r xmlns:n1="${traceNamespace}" n1:derivative="KEY"/>`],
])('the key is found as %s', (_, xmp) => {
  expect(findTraceKey(xmp)).toBe('KEY');
});

test.each([
  ['another namespace', '<r xmlns:blazon="urn:other:"><blazon:derivative>KEY</blazon:derivative></r>'],
  ['no property', `<r xmlns:blazon="${traceNamespace}"/>`],
  ['another prefix', `<r xmlns:a="${traceNamespace}" xmlns:b="urn:x:"><b:derivative>KEY</b:derivative></r>`],
])('no key is found in XMP with %s', (_, xmp) => {
  expect(findTraceKey(xmp)).toBe(undefined);
});

test('XMP of any length costs what it is long', () => {
  const hostile = `<r xmlns:b="${traceNamespace}">${'a.'.repeat(200_000)}`;
  const since = performance.now();
  expect(findTraceKey(hostile)).toBe(undefined);
  expect(performance.now() - since).toBeLessThan(2000);
});
