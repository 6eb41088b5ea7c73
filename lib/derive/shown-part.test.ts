import { expect, test } from 'vitest';
import { planGeometry } from './geometry.ts';
import { shownPart } from './shown-part.ts';

const upright = { width: 3000, height: 2000 };
const square = { max_width: 100, max_height: 100, focal: 'respected' } as const;

test.each([
  ['all of it, made small', { ...square, fit: 'inside' }, null, undefined],
  ['all of it, padded', { ...square, fit: 'pad' }, null, undefined],
  ['the middle, cut to a square', { ...square, fit: 'cover' }, null, '0.17,0,0.83,1'],
  ['what is around the focal point', { ...square, fit: 'cover' }, { focal: { x: 0, y: 0 } }, '0,0,0.67,1'],
  [
    'what an editor left of it',
    { ...square, fit: 'inside' },
    { crop: { left: 0.5, top: 0.5, width: 0.25, height: 0.5 } },
    '0.5,0.5,0.75,1',
  ],
  [
    'a square of what an editor left of it',
    { ...square, fit: 'cover' },
    { crop: { left: 0.5, top: 0, width: 0.5, height: 0.25 } },
    '0.67,0,0.83,0.25',
  ],
] as const)('a file shows %s', (_, contract, edits, shown) => {
  expect(shownPart(planGeometry(upright, contract, edits), upright)).toBe(shown);
});
