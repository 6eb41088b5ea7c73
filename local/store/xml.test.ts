import fc from 'fast-check';
import { expect, test } from 'vitest';
import { xmlDocument } from './xml.ts';
import { childText, readXml } from './xml-reader.ts';

test('any text that XML can carry is read as it was written', () => {
  const carried = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(carried, carried, (Key, Other) => {
      const root = readXml(xmlDocument('Delete', { Object: [{ Key }, { Key: Other }] }));
      expect(root.children.map((child) => childText(child, 'Key'))).toEqual([Key, Other]);
    }),
  );
});

test.each([
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a>&unknown;</a>',
  '<a>&#x110000;</a>',
  '<a><!-- note --></a>',
  '<a><![CDATA[x]]></a>',
  '<!DOCTYPE a><a/>',
  `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`,
])('%s is refused', (text) => {
  expect(() => readXml(text)).toThrow(/XML/);
});
