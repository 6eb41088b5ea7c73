import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localPath } from './local-path.ts';

it('keeps a path of the portal with its query', () => {
  expect(localPath('/library?status=READY&q=%E3%81%82')).toBe('/library?status=READY&q=%E3%81%82');
});

it.each([
  null,
  '',
  'library',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:x',
])('makes %j the start page', (value) => expect(localPath(value)).toBe('/'));

it('never leads to another host', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '\t', '\n', '@', ':', 'a', '.', '?', '#', '%2f'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(pieces, (parts) => {
      const target = new URL(localPath(`/${parts.join('')}`), 'https://portal.example');
      expect(target.host).toBe('portal.example');
    }),
  );
});
