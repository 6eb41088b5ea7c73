import { expect, test } from 'vitest';
import { catalogAddress, isLastStep, moreAddress, shownCount } from './catalog-address.ts';

test('the address holds what is set and nothing else', () => {
  expect(catalogAddress({})).toBe('/catalog');
  expect(catalogAddress({ audience: 'teacher', q: 'a & b', cursor: undefined })).toBe(
    '/catalog?audience=teacher&q=a+%26+b',
  );
});

test.each([
  [undefined, 24],
  ['25', 48],
  ['48', 48],
  ['9999', 120],
  ['-1', 24],
  ['x', 24],
])('show=%s shows %d products', (show, count) => {
  expect(shownCount(show)).toBe(count);
});

test('“More” grows the list in place and goes on from its end when it is long', () => {
  expect(moreAddress({ q: 'x', show: '24' }, 24, 'next')).toBe('/catalog?q=x&show=48');
  expect(isLastStep(120)).toBe(true);
  expect(moreAddress({ q: 'x', show: '120' }, 120, 'next')).toBe('/catalog?q=x&cursor=next');
});
