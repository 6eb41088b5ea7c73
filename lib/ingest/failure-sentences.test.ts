import { describe, expect, it, test } from 'vitest';
import { assetFailures } from '#lib/lifecycle.ts';
import { failureSentences, failureWords } from './failure-sentences.ts';

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

describe('what people are told of a failure', () => {
  it('is words, and what a decoder said stands apart', () => {
    const { sentence, technical } = failureWords('undecodable', 'VipsJpeg: premature end of JPEG image');
    expect(sentence).toBe(failureSentences.undecodable.sentence);
    expect(technical).toContain('VipsJpeg');
  });

  it('is the sentence about this very file, where there is one', () => {
    expect(failureWords('unsupported_type', 'This is a PDF: export its picture as PNG.')).toEqual({
      title: failureSentences.unsupported_type.title,
      sentence: 'This is a PDF: export its picture as PNG.',
      technical: undefined,
    });
  });
});
