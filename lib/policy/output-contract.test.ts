import { describe, expect, it } from 'vitest';
import { mediaTypes, outputContract, policyContracts } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

const plain = {
  format: 'web',
  label: 'Web',
  media_type: 'image/webp',
  max_width: 800,
  max_height: 800,
  fit: 'inside',
  compression: {},
  render: 'at_approval',
  alpha: 'allowed',
  watermark: { kind: 'none' },
};
const mark = { kind: 'text', text: 'Preview', opacity: 0.5, anchor: 'bottom', size: 0.3, min_px: 12 };

describe('an output contract', () => {
  it('cannot leave the watermark unsaid', () => {
    const { watermark: _, ...silent } = plain;
    expect(outputContract.safeParse(silent).success).toBe(false);
  });

  it.each([
    ['a mark that nobody can see', { watermark: { ...mark, opacity: 0 } }],
    ['a mark of blanks', { watermark: { ...mark, text: '\u2003\u200b' } }],
    ['a mark with a control character', { watermark: { ...mark, text: 'a\u0007b' } }],
    ['a mark at an anchor that is tiled too', { watermark: { ...mark, tile: { spacing: 1 } } }],
    ['a mark that is nowhere', { watermark: { ...mark, anchor: undefined } }],
    ['a transparent JPEG', { media_type: 'image/jpeg', alpha: 'required' }],
    ['a side of 15 px', { max_width: 15 }],
    ['a side past every encoder', { max_height: 10_001 }],
    ['a least width without a size limit', { min_width: 100 }],
    ['a least width above the greatest', { min_width: 900, max_bytes: 5000 }],
    ['a palette for WebP', { compression: { palette: true } }],
    ['a field that no version knows', { sharpen: 1 }],
  ])('refuses %s', (_, change) => {
    expect(outputContract.safeParse({ ...plain, ...change }).success).toBe(false);
  });

  it('refuses every side that some encoder could not write, whatever the type', () => {
    for (const media_type of mediaTypes)
      for (const beyond of [10_001, 16_384, 16_385, 65_536])
        for (const which of ['max_width', 'max_height']) {
          const contract = { ...plain, media_type, alpha: 'forbidden', [which]: beyond };
          expect(outputContract.safeParse(contract).success).toBe(false);
        }
  });

  it.each(['<b>R&D</b>', '授業用', 'für Ärzte', '© 2031', '👩‍🏫'])('takes the mark %s', (text) => {
    expect(outputContract.safeParse({ ...plain, watermark: { ...mark, text } }).success).toBe(true);
  });
});

describe('the seeded policies', () => {
  it.each(seededPolicies.map((policy) => [policy.slug, policy.contracts] as const))(
    'hold valid contracts that leave no default open: %s',
    (_, contracts) => {
      expect(policyContracts.parse(contracts)).toEqual(contracts);
    },
  );

  it('give each audience the formats it was promised', () => {
    const formats = seededPolicies.map((policy) => [
      policy.slug,
      policy.contracts.map(({ format }) => format),
    ]);
    expect(Object.fromEntries(formats)).toEqual({
      internal: ['thumb', 'review'],
      teacher: ['thumb', 'web-small', 'print'],
      partner: ['thumb', 'campaign'],
      public: ['thumb', 'catalog'],
    });
  });

  it('mark the thumbnail by the rule of the audience’s other files', () => {
    for (const { contracts } of seededPolicies) {
      const kinds = contracts.map(({ watermark }) => watermark.kind);
      expect(new Set(kinds).size).toBe(1);
    }
  });
});
