import { expect, test } from 'vitest';
import { assetFailures } from '#lib/lifecycle.ts';
import { failureSentences } from './failure-sentences.ts';

test('each failure says what happened and offers a way out', () => {
  for (const failure of assetFailures) {
    const { title, sentence, remedies } = failureSentences[failure];
    expect(title, failure).toMatch(/^[A-Z].*[^.]$/);
    expect(sentence, failure).toMatch(/\.$/);
    expect(remedies, failure).toContain('remove');
    expect(new Set(remedies).size).toBe(remedies.length);
  }
});

test('only what may end otherwise can be tried again', () => {
  const retryable = assetFailures.filter((failure) => failureSentences[failure].remedies.includes('retry'));
  expect(retryable).toEqual(['decode_timeout', 'product_full', 'internal']);
});
