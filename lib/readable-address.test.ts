import { expect, test } from 'vitest';
import { isReadableAddress } from './readable-address.ts';

test.each(['/catalog/%zz', '/api/products/%ff', '/%', '/%c0%ae', 'http://elsewhere.test/library', '*', ''])(
  '%s cannot be read',
  (address) => {
    expect(isReadableAddress(address)).toBe(false);
  },
);

test.each(['/', '/catalog/%E5%86%99?q=%zz', '/a%00b', '//x', undefined])('%s can', (address) => {
  expect(isReadableAddress(address)).toBe(true);
});
