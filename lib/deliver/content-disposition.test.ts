import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

/** Reads the header as RFC 6266 tells a browser to: `filename*` before `filename`. */
function parseName(header: string): string {
  const extended = /; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = /^(?:inline|attachment); filename="([^"\\]*)"$/.exec(header)?.[1];
  if (plain === undefined) throw new Error(`no name can be read from ${header}`);
  return plain;
}

const anyName = fc.string({ unit: 'binary', maxLength: 80 }).map((name) => name.toWellFormed());

describe('Content-Disposition', () => {
  test('gives back every name it was made from', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(parseName(contentDisposition('attachment', name))).toBe(name);
      }),
    );
  });

  test('is one line of printable ASCII whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contentDisposition('inline', name)).toMatch(/^[\x20-\x7e]+$/);
      }),
    );
  });

  test.each([
    ['kit.jpg', 'attachment; filename="kit.jpg"'],
    ['x (2).png', 'attachment; filename="x (2).png"'],
    [
      'ロボット.webp',
      `attachment; filename="____.webp"; filename*=UTF-8''%E3%83%AD%E3%83%9C%E3%83%83%E3%83%88.webp`,
    ],
    [
      `"it's (new)*" 100%.png`,
      `attachment; filename="_it's (new)*_ 100_.png"; filename*=UTF-8''%22it%27s%20%28new%29%2A%22%20100%25.png`,
    ],
    [
      'a\r\nSet-Cookie: x.png',
      `attachment; filename="a__Set-Cookie: x.png"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.png`,
    ],
    [
      '9\u202fam 🤖.png',
      `attachment; filename="9_am _.png"; filename*=UTF-8''9%E2%80%AFam%20%F0%9F%A4%96.png`,
    ],
  ])('names %j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });
});
