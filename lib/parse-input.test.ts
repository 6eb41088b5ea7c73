import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './parse-input.ts';

const anything = z.unknown();

describe('what comes from outside', () => {
  it.each([
    ['a text', 'a\0', []],
    ['half a character', '\ud800', []],
    ['a member', { a: { b: ['x', '\0'] } }, ['a', 'b', '1']],
    ['the name of a member', { a: { 'b\0': 1 } }, ['a']],
  ])('is refused where the database could not hold it: %s', (_, value, path) => {
    expect(parseInput(anything, value).error?.issues).toMatchObject([{ path }]);
  });

  it('is otherwise what the schema says', () => {
    expect(parseInput(z.string(), '写真 😀 \u202f')).toEqual({ success: true, data: '写真 😀 \u202f' });
    expect(parseInput(z.string(), 1).success).toBe(false);
    expect(parseInput(anything, { a: null, b: [undefined, 1] }).success).toBe(true);
  });

  it('may nest as deep as its size allows', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`);
    expect(parseInput(anything, deep).success).toBe(false);
  });

  it('may hold itself, or one thing under many names, as the arguments of a server action can', () => {
    const ring: Record<string, unknown> = { text: 'x' };
    ring.again = { ring };
    expect(parseInput(anything, ring).success).toBe(true);
    ring.late = 'a\0';
    expect(parseInput(anything, ring).error?.issues).toMatchObject([{ path: ['late'] }]);
    let twice: unknown = 'x';
    for (let level = 0; level < 60; level += 1) twice = { left: twice, right: twice };
    expect(parseInput(anything, twice).success).toBe(true);
  });
});
