import exifReader from 'exif-reader';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifFacts } from '#lib/ingest/exif-facts.ts';
import { rightsLines } from '#lib/ingest/rights-lines.ts';
import { type MediaType, mediaTypes, type OutputContract } from '#lib/policy/output-contract.ts';
import { displayP3 } from '#test/colour-reference.ts';
import { barePicture, fileParts } from '#test/file-parts.ts';
import { rgbProfile } from '#test/icc-profiles.ts';
import { loudPictures, secret, spokenRights } from '#test/loud-pictures.ts';
import { pngOf } from '#test/raw-files.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';
import { keptRights, type Rights } from '../rights.ts';

const render = renderMaker();

const ofRights: Readonly<Record<MediaType, readonly string[]>> = {
  'image/jpeg': ['APP1 Exif', 'APP1 http://ns.adobe.com/xap/1.0/'],
  'image/png': ['eXIf', 'iTXt'],
  'image/webp': ['EXIF', 'XMP'],
  'image/avif': ['item Exif', 'item mime'],
};

const contractFor = (media_type: MediaType, changes: object = {}) =>
  contractWith({ media_type, alpha: media_type === 'image/jpeg' ? 'forbidden' : 'allowed', ...changes });

/** As a job does it: what ingest reads in the master, then what the contract lets through. */
async function rightsOf(master: Buffer, contract: OutputContract): Promise<{ rights?: Rights }> {
  const { exif, iptc, xmpAsString } = await sharp(master).metadata();
  const rights = rightsLines({ exif: exifFacts(exif), iptc, xmp: xmpAsString });
  const kept = keptRights(contract, null, { rights });
  return kept ? { rights: kept } : {};
}

function has(bytes: Buffer, text: string): boolean {
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()].some(
    (form) => bytes.includes(form),
  );
}

const pairs = loudPictures.flatMap(([type, make]) =>
  mediaTypes.map((media_type) => [type, media_type, make] as const),
);

describe('by default', () => {
  it.each(pairs)(
    'nothing leaves a %s for an %s: neither a word nor a part of the file',
    async (_, media_type, make) => {
      const master = await make();
      expect(has(master, secret)).toBe(true);
      for (const more of [{}, { watermark: textMark }]) {
        const contract = contractFor(media_type, more);
        const { bytes } = await render(master, contract, await rightsOf(master, contract));
        expect(fileParts(bytes).filter((part) => !barePicture[media_type].includes(part))).toEqual([]);
        for (const word of [
          secret,
          ...Object.values(spokenRights),
          'c2pa',
          'jumb',
          'GPS',
          'xmp',
          'Exif',
          '8BIM',
          '2031',
        ])
          expect(has(bytes, word), word).toBe(false);
      }
    },
  );
});

describe('the rule copyright', () => {
  it.each(pairs)(
    'keeps creator, rights and credit of a %s in an %s and nothing else',
    async (_, media_type, make) => {
      const master = await make();
      const contract = contractFor(media_type, { metadata: 'copyright' });
      const { bytes, metadata } = await render(master, contract, await rightsOf(master, contract));
      const extra = fileParts(bytes).filter((part) => !barePicture[media_type].includes(part));
      expect(extra.toSorted()).toEqual(ofRights[media_type]);
      expect(has(bytes, secret)).toBe(false);
      for (const word of ['c2pa', 'jumb', 'GPSLat', 'Orientation', '8BIM', 'DocumentID'])
        expect(has(bytes, word), word).toBe(false);

      const { Image, Photo, GPSInfo, Thumbnail } = exifReader(metadata.exif ?? Buffer.alloc(0));
      expect(Image).toMatchObject({ Artist: spokenRights.creator, Copyright: spokenRights.rights });
      expect([GPSInfo, Thumbnail]).toEqual([undefined, undefined]);
      // Of the file itself, which libexif always writes.
      const structural =
        /^(Artist|Copyright|[XY]Resolution|ResolutionUnit|YCbCrPositioning|ExifTag|Orientation)$/;
      expect(Object.keys(Image ?? {}).filter((tag) => !structural.test(tag))).toEqual([]);
      const photo =
        /^(ExifVersion|FlashpixVersion|ColorSpace|ComponentsConfiguration|PixelXDimension|PixelYDimension)$/;
      expect(Object.keys(Photo ?? {}).filter((tag) => !photo.test(tag))).toEqual([]);
      expect(Image?.Orientation ?? 1).toBe(1);

      const xmp = metadata.xmp?.toString('utf8') ?? '';
      expect(elementsOf(xmp)).toEqual({
        'dc:creator': spokenRights.creator,
        'dc:rights': spokenRights.rights,
        'photoshop:Credit': spokenRights.credit,
      });
    },
  );

  it('writes letters beyond ASCII in XMP, and in EXIF only what EXIF can hold', async () => {
    const rights = { creator: '写真家 & Söhne', rights: '© 2031 <Robo>', credit: 'Robo “Press”' };
    const master = pngOf({ width: 40, height: 40, channels: 3, pixel: () => [1, 2, 3] });
    for (const media_type of mediaTypes) {
      const { metadata } = await render(master, contractFor(media_type, { metadata: 'copyright' }), {
        rights,
      });
      const xmp = metadata.xmp?.toString('utf8') ?? '';
      for (const text of ['写真家 &amp; Söhne', '© 2031 &lt;Robo&gt;', 'Robo “Press”'])
        expect(xmp).toContain(text);
      const { Image } = exifReader(metadata.exif ?? Buffer.alloc(0));
      expect(Image).toMatchObject({ Copyright: '(C) 2031 <Robo>' });
      expect(Image?.Artist).toBe(undefined);
    }
  });

  it('writes nothing where nothing is known', async () => {
    const master = pngOf({ width: 40, height: 40, channels: 3, pixel: () => [1, 2, 3] });
    for (const media_type of mediaTypes) {
      const contract = contractFor(media_type, { metadata: 'copyright' });
      const { bytes } = await render(master, contract, await rightsOf(master, contract));
      expect(fileParts(bytes).filter((part) => !barePicture[media_type].includes(part))).toEqual([]);
    }
  });
});

it('a kept colour profile is the only part that a file gains by it', async () => {
  const profile = rgbProfile(displayP3);
  const master = pngOf({ width: 40, height: 40, channels: 3, profile, pixel: () => [90, 60, 30] });
  const part = {
    'image/jpeg': 'APP2 ICC_PROFILE',
    'image/png': 'iCCP',
    'image/webp': 'ICCP',
    'image/avif': undefined,
  };
  for (const media_type of mediaTypes) {
    const { bytes } = await render(master, contractFor(media_type, { color_profile: 'keep' }));
    const extra = new Set(fileParts(bytes).filter((name) => !barePicture[media_type].includes(name)));
    expect([...extra]).toEqual([part[media_type]].filter(Boolean));
  }
});

/** The innermost text of each property, by its qualified name; attributes would show as names too. */
function elementsOf(xmp: string): Record<string, string> {
  const inside =
    /<rdf:Description rdf:about=""(?: xmlns:\w+="[^"]+")*>(.*)<\/rdf:Description>/.exec(xmp)?.[1] ?? '';
  const found = [...inside.matchAll(/<(\w+:\w+)>(.*?)<\/\1>/g)];
  return Object.fromEntries(found.map(([, name = '', body = '']) => [name, body.replaceAll(/<[^>]+>/g, '')]));
}
