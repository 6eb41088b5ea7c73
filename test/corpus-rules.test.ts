import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exifFacts } from '#lib/ingest/exif-facts.ts';
import { rightsLines } from '#lib/ingest/rights-lines.ts';
import { mediaTypes } from '#lib/policy/output-contract.ts';
import { corpusFolder } from './corpus.ts';
import { fileParts } from './file-parts.ts';
import { contractWith, renderMaker } from './render-maker.ts';

const folder = corpusFolder();
const render = renderMaker();
const generated = (name: string) => readFileSync(path.join(folder ?? '', 'generated', name));

type At = (x: number, y: number) => readonly number[];
/** The middles of six boxes of 64 pixels. */
const boxes = (at: At) => [0, 1, 2, 3, 4, 5].map((box) => at(box * 64 + 32, 32).slice(0, 3));
const primaries = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [128, 128, 128],
  [0, 0, 0],
];
const distance = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? Number.NaN))));

describe.skipIf(folder === undefined)(
  'what the manifest of the real files says of pixels and metadata',
  () => {
    test('the primaries of sRGB, stored as Display P3, come back within 3/255', async () => {
      const { at } = await render(generated('patches-p3.png'), contractWith({}));
      for (const [box, color] of boxes(at).entries())
        expect(distance(color, primaries[box] ?? [])).toBeLessThanOrEqual(3);
    });

    test('the primaries of Display P3 end at the edge of sRGB and keep their hue', async () => {
      const { at, metadata } = await render(generated('patches-p3-primaries.png'), contractWith({}));
      expect(metadata.icc).toBeUndefined();
      for (const [box, color] of boxes(at).entries())
        expect(distance(color, primaries[box] ?? [])).toBeLessThanOrEqual(3);
      const kept = await render(
        generated('patches-p3-primaries.png'),
        contractWith({ color_profile: 'keep' }),
      );
      expect(kept.metadata.icc).toBeDefined();
    });

    test('CMYK with a profile is near what was printed, and no negative', async () => {
      const { at } = await render(generated('patches-cmyk.jpg'), contractWith({}));
      const [red = [], green = [], blue = [], white = [], grey = [], black = []] = boxes(at);
      expect(distance(white, [255, 255, 255])).toBeLessThanOrEqual(5);
      expect(distance(grey, [128, 128, 128])).toBeLessThanOrEqual(25);
      expect(Math.max(...black)).toBeLessThanOrEqual(45);
      expect(red[0]).toBe(Math.max(...red));
      expect(green[1]).toBe(Math.max(...green));
      expect(blue[2]).toBe(Math.max(...blue));
    });

    test('every alpha stands on the background within 1/255', async () => {
      const contract = contractWith({ alpha: 'forbidden', background: '#0000ff' });
      const master = generated('alpha-ramp-256x64.png');
      const { data } = await sharp(master).raw().toBuffer({ resolveWithObject: true });
      const { at } = await render(master, contract);
      for (let x = 0; x < 256; x += 1) {
        const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(x * 4, x * 4 + 4);
        const share = alpha / 255;
        const wanted = [r * share, g * share, b * share + 255 * (1 - share)];
        expect(distance(wanted, at(x, 9))).toBeLessThanOrEqual(1);
      }
    });

    test('one pixel, half transparent, stays that', async () => {
      const { facts, at } = await render(generated('one-pixel.png'), contractWith({ alpha: 'required' }));
      expect([facts.width, facts.height]).toEqual([1, 1]);
      expect(at(0, 0)[3]).toBe(128);
    });

    test('a picture wider than WebP can be fits by scaling', async () => {
      const contract = contractWith({ media_type: 'image/webp', max_width: 10_000, max_height: 10_000 });
      const { metadata } = await render(generated('wide-20000x10.png'), contract);
      expect([metadata.width, metadata.height]).toEqual([10_000, 5]);
    });

    test.each([
      ['png-trailing-zip.png', ['PK\u0003\u0004']],
      ['exif-thumbnail-differs.jpg', ['Exif']],
      ['gps-everywhere.jpg', ['GPS', 'Exif', 'Serial']],
      ['orient-exif6-xmp6.jpg', ['Orientation', 'Exif', 'xmp']],
      ['copyright.webp', ['EXIF', 'XMP']],
    ])('by default nothing leaves %s', async (name, words) => {
      const master = generated(name);
      for (const media_type of mediaTypes) {
        const { bytes } = await render(master, contractWith({ media_type, alpha: 'forbidden' }));
        expect(fileParts(bytes)).not.toContain('trailing bytes');
        for (const word of words) expect(bytes.includes(word), `${media_type} ${word}`).toBe(false);
      }
    });

    test.each(['gps-everywhere.jpg', 'copyright.webp'])(
      'only the rights lines of %s may leave',
      async (name) => {
        const master = generated(name);
        const { exif, iptc, xmpAsString } = await sharp(master).metadata();
        const rights = rightsLines({ exif: exifFacts(exif), iptc, xmp: xmpAsString });
        if (!rights) throw new Error('it has rights lines');
        for (const media_type of mediaTypes) {
          const contract = contractWith({ media_type, alpha: 'forbidden', metadata: 'copyright' });
          const { bytes, metadata } = await render(master, contract, { rights });
          expect(metadata.xmp?.toString('utf8')).toContain(rights.rights);
          for (const word of ['GPS', 'Serial', 'City'])
            expect(bytes.includes(word), `${media_type} ${word}`).toBe(false);
        }
      },
    );
  },
);
