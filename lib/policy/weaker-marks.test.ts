import { describe, expect, it } from 'vitest';
import { type OutputContract, outputContract } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';
import { weakerMarks } from './weaker-marks.ts';

const campaign = outputContract.parse(
  seededPolicies
    .find(({ slug }) => slug === 'partner')
    ?.contracts.find(({ format }) => format === 'campaign'),
);
if (campaign.watermark.kind !== 'text') throw new Error('the seeded partners have a text mark');
const mark = {
  ...campaign.watermark,
  opacity: 0.5,
  size: 0.4,
  min_px: 20,
  tile: { spacing: 1 },
  anchor: undefined,
  outline: 'dark' as const,
  below_min: 'refuse' as const,
};
const strong = { ...campaign, watermark: mark };

function found(change: Partial<typeof mark> | { kind: 'none' }): string[] {
  const watermark = 'kind' in change && change.kind === 'none' ? change : { ...mark, ...change };
  const weaker = { ...campaign, watermark } as OutputContract;
  return weakerMarks({ version: 3, contracts: [strong] }, { version: 2, contracts: [weaker] });
}

describe('a mark is said to be weaker', () => {
  it.each([
    [{ kind: 'none' as const }, 'carries no mark at all'],
    [{ opacity: 0.4 }, 'fainter, 40 % instead of 50 %'],
    [{ size: 0.3 }, 'smaller, 30 % of the picture instead of 40 %'],
    [{ min_px: 10 }, 'as low as 10 px'],
    [{ tile: undefined, anchor: 'center' as const }, 'stands once'],
    [{ tile: { spacing: 2 } }, 'further apart'],
    [{ outline: 'none' as never, shadow: 'none' as const }, 'has no edge'],
    [{ below_min: 'hidden' as never }, 'left out where it does not fit'],
  ])('where it is: %j', (change, words) => {
    expect(found(change as never)).toEqual([expect.stringContaining(words)]);
  });

  it('not where it is the same, or stronger in every way', () => {
    expect(found({})).toEqual([]);
    expect(found({ opacity: 0.9, size: 0.8, min_px: 40, tile: { spacing: 0.5 } })).toEqual([]);
  });

  it('not where there was none before', () => {
    const none = { ...campaign, watermark: { kind: 'none' as const } };
    expect(weakerMarks({ version: 1, contracts: [none] }, { version: 2, contracts: [none] })).toEqual([]);
  });

  it('where a format without a mark comes back that the other version does not give', () => {
    const none = { ...campaign, format: 'print', watermark: { kind: 'none' as const } };
    const sentences = weakerMarks(
      { version: 3, contracts: [strong] },
      { version: 2, contracts: [strong, none] },
    );
    expect(sentences).toEqual([expect.stringContaining('print: is given without a mark')]);
  });
});
