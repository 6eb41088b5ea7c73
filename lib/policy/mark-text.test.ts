import { describe, expect, it } from 'vitest';
import { markTextFault } from './mark-text.ts';
import { policyContracts } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

describe('the text of a mark that is written now', () => {
  it.each<readonly [string, string, string]>([
    ['a line separator', 'one\u2028two', 'line breaks'],
    ['a paragraph separator alone', '\u2029', 'line breaks'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'].map(
      (letter) => ['a bidi control', `a${letter}b`, 'hidden control'] as const,
    ),
    ...['\u200e', '\u200f', '\u061c', '\u00ad', '\u2060', '\ufeff', '\u206a', '\u{e0041}'].map(
      (letter) => ['an invisible sign', `a${letter}b`, 'hidden control'] as const,
    ),
    ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u3164 \u200d'].map(
      (text) => ['blank letters alone', text, 'can be seen'] as const,
    ),
    ['a pile of accents', `a${'\u0301'.repeat(50)}`, 'marks may stand on one letter'],
  ])('is refused with %s', (_, text, words) => {
    expect(markTextFault(text)).toContain(words);
  });

  it.each([
    ['a joiner of Devanagari', 'क्‍ष क्‌ष'],
    ['a non-joiner of Persian', 'می‌خواهم'],
    ['a joined emoji', '👩‍🏫'],
    ['Arabic and Latin together', 'نموذج Sample'],
    ['vowel points', 'שָׁלוֹם'],
    ['accents of Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
    ['the Arabic year sign', '\u0601١٤٤٥'],
    ['an ideographic space', '授業\u3000用'],
  ])('may have %s', (_, text) => {
    expect(markTextFault(text)).toBeUndefined();
  });

  it('is refused by its field, with all other rules of a policy', () => {
    const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts ?? [];
    const mark = { kind: 'text', text: 'a\u202eb', opacity: 1, anchor: 'center', size: 0.3, min_px: 8 };
    const [first, ...others] = contracts;
    const { error } = policyContracts.safeParse([{ ...first, watermark: mark }, ...others]);
    expect(error?.issues).toMatchObject([{ path: [0, 'watermark', 'text'] }]);
  });
});
