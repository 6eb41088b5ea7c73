import { describe, expect, it } from 'vitest';
import { explainContract, explainMark } from './explain-policy.ts';
import { seededPolicies } from './seeded-policies.ts';

function seeded(audience: string, format: string) {
  const contract = seededPolicies
    .find((policy) => policy.slug === audience)
    ?.contracts.find((candidate) => candidate.format === format);
  if (!contract) throw new Error(`no seeded contract ${audience}/${format}`);
  return contract;
}

describe('a contract in words', () => {
  it('says first why a file has a mark, or none', () => {
    expect(explainContract(seeded('partner', 'campaign'), 'partner', 1)[0]).toBe(
      'This file carries the text mark “Partner preview” because partner policy version 1 says so for the format campaign.',
    );
    expect(explainContract(seeded('teacher', 'web-small'), 'teacher', 3)[0]).toBe(
      'This file carries no mark because teacher policy version 3 says so for the format web-small.',
    );
  });

  it('says the size limit and what gives way', () => {
    expect(explainContract(seeded('public', 'catalog'), 'public')).toContain(
      'It is never larger than 500,000 bytes: quality gives way first, if need be down to 320 px wide.',
    );
  });

  it('says what a file tells of itself', () => {
    const contract = seeded('partner', 'campaign');
    const told = (metadata: 'strip' | 'copyright' | 'traceable') =>
      explainContract({ ...contract, metadata }, 'partner').filter((line) => /metadata|name/.test(line));
    expect(told('strip')).toEqual(['No metadata of the master is kept.']);
    expect(told('copyright')).toHaveLength(1);
    expect(told('traceable')).toEqual([
      ...told('copyright'),
      'The file carries its own name, so that it can be traced.',
    ]);
  });

  it('names a mark in a few words', () => {
    expect(explainMark(seeded('internal', 'review'))).toBe('mark “internal”');
    expect(explainMark(seeded('public', 'thumb'))).toBe('no mark');
  });
});
