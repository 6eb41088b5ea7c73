import { expect, test } from 'vitest';
import { plainSearch } from './plain-search.ts';

const plain = (search: string) => plainSearch(new URLSearchParams(search))?.toString();

test('of a word that is given twice the first counts', () => {
  expect(plain('q=a&audience=teacher&q=b')).toBe('q=a&audience=teacher');
});

test('text that the database could not hold is left out', () => {
  expect(plain('q=%00&audience=teacher')).toBe('audience=teacher');
});

test('an address as people have it stays as it is', () => {
  expect(plain('')).toBeUndefined();
  expect(plain('q=&audience=teacher&show=96')).toBeUndefined();
});
