import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffPolicies } from './diff-policies.ts';
import type { OutputContract } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

const partner = contractsOf('partner');
const teacher = contractsOf('teacher');

function contractsOf(slug: string): readonly OutputContract[] {
  return seededPolicies.find((policy) => policy.slug === slug)?.contracts ?? [];
}

function sentences(before: readonly OutputContract[], after: readonly OutputContract[]): string[] {
  return diffPolicies(before, after).map(({ sentence }) => sentence);
}

test('a version differs from itself in nothing', () => {
  for (const { contracts } of seededPolicies) expect(diffPolicies(contracts, contracts)).toEqual([]);
});

test('a changed setting is one line with its old and new value', () => {
  const withOpacity = (opacity: number) =>
    partner.map((contract) =>
      contract.format === 'campaign'
        ? { ...contract, watermark: { ...contract.watermark, opacity } as OutputContract['watermark'] }
        : contract,
    );
  expect(sentences(withOpacity(0.4), withOpacity(0.6))).toEqual(['campaign: opacity 40 % → 60 %']);
});

test('measures have their units, and settings the words of the form', () => {
  const changed = teacher.map((contract) => ({
    ...contract,
    max_width: contract.max_width * 2,
    max_bytes: 300_000,
    render: 'on_demand' as const,
    metadata: 'traceable' as const,
    label: 'true',
  }));
  expect(sentences(teacher.slice(0, 1), changed.slice(0, 1))).toEqual([
    'thumb: name “Thumbnail” → “true”',
    'thumb: max width 480 px → 960 px',
    'thumb: made at approval → on request',
    'thumb: metadata none → copyright and its own name',
    'thumb: most bytes not set → 300 kB',
  ]);
});

test('a mark that came or went says so', () => {
  const unmarked = partner.map((contract) => ({ ...contract, watermark: { kind: 'none' as const } }));
  expect(sentences(partner, unmarked)).toContain('campaign: mark text → none');
  expect(sentences(partner, unmarked)).toContain('campaign: text of the mark “Partner preview” → not set');
});

test('formats that came and went are named', () => {
  expect(sentences(teacher, teacher.slice(0, 2))).toEqual(['print: no longer given']);
  expect(sentences(teacher.slice(0, 2), teacher)).toEqual(['print: new']);
});

test('the difference the other way round has the same lines with the values swapped', () => {
  const contracts = fc.constantFrom(...seededPolicies.map((policy) => policy.contracts));
  const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const;
  fc.assert(
    fc.property(contracts, contracts, (one, other) => {
      const there = diffPolicies(one, other).map(({ format, kind, field, from, to }) => ({
        format,
        kind,
        field,
        from,
        to,
      }));
      const back = diffPolicies(other, one).map(({ format, kind, field, from, to }) => ({
        format,
        kind: turned[kind],
        field,
        from: to,
        to: from,
      }));
      expect(new Set(there.map((line) => JSON.stringify(line)))).toEqual(
        new Set(back.map((line) => JSON.stringify(line))),
      );
    }),
  );
});
