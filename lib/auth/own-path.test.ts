import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

const hosts = ['localhost:3000', '127.0.0.1:3000', null];

test('an address at a name that the portal is reached by becomes its path', () => {
  expect(ownPath('http://localhost:3000/review?photo=1', hosts)).toBe('/review?photo=1');
  expect(ownPath('http://127.0.0.1:3000/review', hosts)).toBe('/review');
  expect(ownPath('/review', hosts)).toBe('/review');
});

test('every other address becomes the start', () => {
  const others = [
    undefined,
    '',
    'http://evil.example/review',
    'http://localhost:3000.evil.example/',
    'http://localhost:3000@evil.example/',
    '//evil.example/review',
    'javascript://localhost:3000/%0aalert(1)',
    'ftp://localhost:3000/x',
  ];
  for (const other of others) expect(ownPath(other, hosts), String(other)).toBe('/');
});

test('whatever is asked for, the answer stays at the host it is read at', () => {
  const asked = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.webPath());
  fc.assert(
    fc.property(
      asked,
      fc.constantFrom('', 'http://localhost:3000', 'http://127.0.0.1:3000/.'),
      (end, start) => {
        const path = ownPath(`${start}${end}`, hosts);
        expect(new URL(path, 'http://portal.invalid').host).toBe('portal.invalid');
      },
    ),
  );
});
