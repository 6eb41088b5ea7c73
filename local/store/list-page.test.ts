import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareKeys } from './key-order.ts';
import { listPage, type PageStart } from './list-page.ts';

/** Short keys of few letters, so that prefixes and delimiters meet often. */
const someKeys = fc
  .uniqueArray(
    fc.string({ unit: fc.constantFrom('a', 'b', '/', '\uffee', '😀'), minLength: 1, maxLength: 6 }),
    {
      maxLength: 40,
    },
  )
  .map((keys) => keys.sort(compareKeys));

function allPages(keys: string[], options: { prefix: string; delimiter: string; max: number }) {
  const entries: string[] = [];
  let start: PageStart | undefined;
  for (let pages = 0; pages <= keys.length + 1; pages += 1) {
    const page = listPage(keys, { ...options, start });
    expect(page.keys.length + page.commonPrefixes.length).toBeLessThanOrEqual(options.max);
    entries.push(...[...page.keys, ...page.commonPrefixes].sort(compareKeys));
    if (!page.next) return entries;
    start = page.next;
  }
  throw new Error('the pages do not come to an end');
}

test('keys are in the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

describe('pages put together', () => {
  test('are every key below the prefix, once and in order', () => {
    fc.assert(
      fc.property(
        someKeys,
        fc.constantFrom('', 'a', 'a/', 'b'),
        fc.integer({ min: 1, max: 5 }),
        (keys, prefix, max) => {
          expect(allPages(keys, { prefix, delimiter: '', max })).toEqual(
            keys.filter((key) => key.startsWith(prefix)),
          );
        },
      ),
    );
  });

  test('are, with a delimiter, the keys without it and each rolled-up prefix once', () => {
    fc.assert(
      fc.property(
        someKeys,
        fc.constantFrom('', 'a', 'a/'),
        fc.integer({ min: 1, max: 5 }),
        (keys, prefix, max) => {
          const expected = keys
            .filter((key) => key.startsWith(prefix))
            .map((key) => {
              const cut = key.indexOf('/', prefix.length);
              return cut < 0 ? key : key.slice(0, cut + 1);
            });
          expect(allPages(keys, { prefix, delimiter: '/', max })).toEqual(
            [...new Set(expected)].sort(compareKeys),
          );
        },
      ),
    );
  });
});
