import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffPolicies, type PolicyChange } from './diff-policies.ts';
import { mediaTypes, type OutputContract, outputContract } from './output-contract.ts';
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

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const place = fc.oneof(
  fc.record({ anchor: fc.constantFrom('top', 'center', 'bottom-right') }),
  fc.record({ tile: fc.record({ spacing: fc.constantFrom(0, 1.2, 5) }) }),
);
const placement = fc.record({
  opacity: fc.constantFrom(0.05, 0.4, 0.6, 1),
  margin: optional(fc.constantFrom(0, 0.1)),
  size: fc.constantFrom(0.01, 0.5, 3),
  min_px: fc.integer({ min: 1, max: 2000 }),
  rotation: optional(fc.constantFrom(0, -24)),
  shadow: optional(fc.constantFrom('none', 'dark')),
});
const own = fc.oneof(
  fc.record({ kind: fc.constant('text'), text: fc.constantFrom('true', '12', 'Preview') }),
  fc.record({ kind: fc.constant('image'), image_id: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)) }),
);
const mark = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc.tuple(own, placement, place).map((parts) => Object.assign({}, ...parts)),
);
const anyContract = fc
  .record({
    format: fc.constantFrom('thumb', 'web', 'print', 'true'),
    label: fc.constantFrom('true', '12', 'Web'),
    media_type: fc.constantFrom(...mediaTypes),
    max_width: fc.constantFrom(16, 800, 10_000),
    max_height: fc.constantFrom(16, 800),
    fit: fc.constantFrom('inside', 'cover', 'pad'),
    compression: fc.record({
      quality: optional(fc.integer({ min: 1, max: 100 })),
      palette: optional(fc.boolean()),
      lossless: optional(fc.boolean()),
      effort: optional(fc.integer({ min: 0, max: 6 })),
    }),
    max_bytes: optional(fc.constantFrom(1000, 500_000)),
    render: fc.constantFrom('at_approval', 'on_demand'),
    alpha: fc.constantFrom('required', 'allowed', 'forbidden'),
    background: optional(fc.constantFrom('#ffffff', '#00ff00')),
    watermark: mark,
  })
  .map((contract) => outputContract.safeParse(contract).data)
  .filter((contract) => contract !== undefined);
const anyVersion = fc.uniqueArray(anyContract, {
  minLength: 1,
  maxLength: 4,
  selector: ({ format }) => format,
});

/** What the changes make of a version, setting by setting. */
function apply(before: readonly OutputContract[], changes: readonly PolicyChange[]): unknown[] {
  const contracts: Record<string, unknown>[] = structuredClone([...before]);
  for (const change of changes) {
    const at = contracts.findIndex(({ format }) => format === change.format);
    if (change.kind === 'added') contracts.push(change.contract);
    if (change.kind === 'removed') contracts.splice(at, 1);
    if (change.kind === 'changed') setAt(contracts[at] ?? {}, change.path.split('.'), change.value);
  }
  return contracts;
}

/** A part that has no settings left is left out, as the mark's tiling is. */
function setAt(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) {
    const part = (target[name] ?? {}) as Record<string, unknown>;
    setAt(part, rest, value);
    if (Object.keys(part).length > 0 || name === 'compression') target[name] = part;
    else delete target[name];
  } else if (value === undefined) delete target[name];
  else target[name] = value;
}

test('the difference of any two versions, applied to the one, gives the other', () => {
  const byFormat = (contracts: readonly unknown[]) =>
    Object.fromEntries((contracts as OutputContract[]).map((contract) => [contract.format, contract]));
  fc.assert(
    fc.property(anyVersion, anyVersion, (one, other) => {
      const applied = apply(one, diffPolicies(one, other));
      expect(byFormat(applied)).toEqual(byFormat(other));
    }),
    { numRuns: 300 },
  );
});

test('the difference the other way round has the same lines with the values swapped', () => {
  const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const;
  const lineOf = (change: PolicyChange) => [
    change.format,
    change.kind,
    ...(change.kind === 'changed' ? [change.field, change.from, change.to] : []),
  ];
  const turnedLineOf = (change: PolicyChange) => [
    change.format,
    turned[change.kind],
    ...(change.kind === 'changed' ? [change.field, change.to, change.from] : []),
  ];
  fc.assert(
    fc.property(anyVersion, anyVersion, (one, other) => {
      const there = diffPolicies(one, other).map((change) => JSON.stringify(lineOf(change)));
      const back = diffPolicies(other, one).map((change) => JSON.stringify(turnedLineOf(change)));
      expect(there.toSorted()).toEqual(back.toSorted());
    }),
  );
});
