import { expect, test } from 'vitest';
import { rightsLines } from './rights-lines.ts';

const none = { exif: null, iptc: undefined, xmp: undefined };
const dataset = (number: number, text: string) =>
  Buffer.concat([Buffer.of(0x1c, 0x02, number, 0, Buffer.byteLength(text)), Buffer.from(text)]);

test('EXIF goes before IPTC, IPTC before XMP, field by field', () => {
  const lines = rightsLines({
    exif: { Image: { Copyright: '© EXIF' } },
    iptc: Buffer.concat([
      Buffer.from('Photoshop 3.0\0'),
      dataset(80, 'IPTC creator'),
      dataset(116, '© IPTC'),
    ]),
    xmp: '<rdf:Description photoshop:Credit="XMP &amp; Co."><dc:creator><rdf:Seq><rdf:li>XMP</rdf:li></rdf:Seq></dc:creator></rdf:Description>',
  });
  expect(lines).toEqual({ creator: 'IPTC creator', rights: '© EXIF', credit: 'XMP & Co.' });
});

test('the first language of an XMP list is taken', () => {
  const xmp =
    '<dc:rights>\n <rdf:Alt>\n  <rdf:li xml:lang="x-default">© 会社 &#x2014; all</rdf:li></rdf:Alt></dc:rights>';
  expect(rightsLines({ ...none, xmp })).toEqual({ rights: '© 会社 — all' });
});

test('Latin-1 and UTF-8 are told apart', () => {
  const latin = Buffer.concat([Buffer.of(0x1c, 0x02, 80, 0, 3), Buffer.of(0x4a, 0xf6, 0x67)]);
  expect(rightsLines({ ...none, iptc: latin })).toEqual({ creator: 'Jög' });
  expect(rightsLines({ ...none, iptc: dataset(80, 'Jög') })).toEqual({ creator: 'Jög' });
});

test('a picture that states nothing has none', () => {
  expect(rightsLines(none)).toBeNull();
  expect(rightsLines({ ...none, exif: { Image: { Artist: '  ' } } })).toBeNull();
});
