import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { ChildPool } from '#lib/child/child-pool.ts';
import { adobeRgb, toSrgb } from '#test/colour-reference.ts';
import { rgbProfile } from '#test/icc-profiles.ts';
import { fileMaker, pngChunk } from '#test/picture-files.ts';
import { landmark, noisy } from '#test/pictures.ts';
import { pngOf } from '#test/raw-files.ts';
import type { DecodedPicture, DecodeRequest } from './facts.ts';

const file = fileMaker();
const limits = { maxPixels: 100_000_000, maxFrames: 256, maxJpegScans: 100 };
// In a child, as in the worker: the decoder blocks all other loaders of its process.
const children = new ChildPool<DecodeRequest, DecodedPicture>({
  entry: 'lib/ingest/decode-child.ts',
  size: 1,
  recycleAfter: 1000,
});
afterAll(() => children.close());
const decode = (name: string, bytes: Buffer, changed = {}) =>
  children.run({ path: file(name, bytes), limits: { ...limits, ...changed } }, { deadlineMs: 20_000 });

async function thumbnailColors(thumbnail: Uint8Array) {
  const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const offset = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3;
    return ['red', 'green', 'blue'][
      [0, 1, 2].sort((a, b) => (data[offset + b] as number) - (data[offset + a] as number))[0] as number
    ];
  };
  return { topLeft: at(0.2, 0.2), topRight: at(0.8, 0.2), bottom: at(0.5, 0.85) };
}

describe('which way is up', () => {
  /** What undoes each EXIF orientation, so that the stored pixels are the landmark as such a camera stores it. */
  // sharp mirrors before it turns, whatever the order of the calls.
  const asStored: Record<number, (upright: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.flop().rotate(270),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.flop().rotate(90),
    8: (picture) => picture.rotate(90),
  };

  for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const) {
    test(`EXIF orientation 1 to 8 in ${format}: size and picture as people see them`, async () => {
      for (let orientation = 1; orientation <= 8; orientation += 1) {
        const turned = await (asStored[orientation] as (typeof asStored)[number])(landmark())
          .png()
          .toBuffer();
        const bytes = await sharp(turned).withMetadata({ orientation })[format]().toBuffer();
        const picture = await decode(`${orientation}.${format}`, bytes);
        expect([picture.width, picture.height], `orientation ${orientation}`).toEqual([40, 20]);
        expect(picture.facts.exif_orientation).toBe(orientation);
        expect(await thumbnailColors(picture.thumbnail), `orientation ${orientation}`).toEqual({
          topLeft: 'red',
          topRight: 'green',
          bottom: 'blue',
        });
      }
    });
  }

  test('an orientation that stands in XMP alone is ignored', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>';
    const bytes = await landmark().withXmp(xmp).jpeg().toBuffer();
    expect(await decode('xmp.jpg', bytes)).toMatchObject({ width: 40, height: 20 });
  });
});

describe('facts', () => {
  test('a transparent picture says so, and its thumbnail shows paper', async () => {
    const bytes = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } })
      .webp()
      .toBuffer();
    const picture = await decode('clear.webp', bytes);
    expect(picture).toMatchObject({ format: 'webp', hasAlpha: true, facts: { opaque: false } });
    expect((await sharp(picture.thumbnail).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 });
  });

  test('the thumbnail has no side above 480 pixels, no metadata, and is never larger than the picture', async () => {
    const big = await decode(
      'big.jpg',
      await noisy(1600, 900)
        .withExif({ IFD0: { Make: 'X' } })
        .jpeg()
        .toBuffer(),
    );
    const facts = await sharp(big.thumbnail).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 480, height: 270 });
    expect(facts.exif).toBeUndefined();
    const small = await decode('small.jpg', await noisy(30, 20).jpeg().toBuffer());
    expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 30, height: 20 });
  });

  test('an animation is one picture and its number of frames', async () => {
    const frames = await sharp(await noisy(20, 60).png().toBuffer(), { raw: undefined })
      .raw()
      .toBuffer();
    const gif = await sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    expect(await decode('moving.gif', gif)).toMatchObject({ format: 'gif', width: 20, height: 20, pages: 3 });
    await expect(decode('long.gif', gif, { maxFrames: 2 })).rejects.toMatchObject({
      code: 'too_many_frames',
    });
  });

  test('the frames of an animated PNG are counted', async () => {
    const png = await noisy(20, 20).png().toBuffer();
    const control = pngChunk('acTL', Buffer.of(0, 0, 0, 12, 0, 0, 0, 0));
    const animated = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(await decode('moving.png', animated)).toMatchObject({ format: 'png', pages: 12 });
  });

  test('the thumbnail of a 16-bit picture has its colours, by its own profile', async () => {
    const code = [0.2, 0.5, 0.3];
    const profile = rgbProfile(adobeRgb);
    const pixel = () => code.map((value) => Math.round(value * 65_535));
    const bytes = pngOf({ width: 50, height: 40, channels: 3, depth: 16, profile, pixel });
    const { thumbnail } = await decode('adobe.png', bytes);
    const { channels } = await sharp(thumbnail).stats();
    for (const [channel, wanted] of toSrgb(code, adobeRgb).entries())
      expect(Math.abs((channels[channel]?.mean ?? 0) - wanted)).toBeLessThanOrEqual(3);
  });

  test('16-bit, grey and CMYK pictures give facts like any other', async () => {
    const deep = await noisy(50, 40).toColourspace('rgb16').png().toBuffer();
    expect(await decode('deep.png', deep)).toMatchObject({ facts: { color_space: 'rgb16' } });
    const grey = await noisy(50, 40).toColourspace('b-w').jpeg().toBuffer();
    expect(await decode('grey.jpg', grey)).toMatchObject({ facts: { color_space: 'b-w' } });
    const cmyk = await noisy(50, 40).toColourspace('cmyk').jpeg().toBuffer();
    expect(await decode('cmyk.jpg', cmyk)).toMatchObject({ facts: { color_space: 'cmyk' } });
  });
});
