import { describe, expect, it } from 'vitest';
import { moved } from './moved.ts';

describe('a list with one member moved', () => {
  it.each([
    ['b', 0, ['b', 'a', 'c']],
    ['b', 2, ['a', 'c', 'b']],
    ['a', 2, ['b', 'c', 'a']],
    ['c', 0, ['c', 'a', 'b']],
    ['b', 1, ['a', 'b', 'c']],
  ])('%s to %i', (member, to, expected) => {
    expect(moved(['a', 'b', 'c'], member, to)).toEqual(expected);
  });
});
