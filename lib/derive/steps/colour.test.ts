import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  adobeRgb,
  displayP3,
  eciRgb,
  fromXyz,
  labOf,
  profileWhite,
  proPhoto,
  type RgbSpace,
  sRgb,
  type Triple,
  times,
  toSrgb,
  toXyz,
} from '#test/colour-reference.ts';
import { greyProfile, rgbProfile, tableProfile } from '#test/icc-profiles.ts';
import { flat } from '#test/pictures.ts';
import { pngOf, type Samples, tiffOf } from '#test/raw-files.ts';
import { contractWith, renderMaker } from '#test/render-maker.ts';

const render = renderMaker();
const spaces: [string, RgbSpace][] = [displayP3, adobeRgb, eciRgb, proPhoto].map((space) => [
  space.name,
  space,
]);

/** In and out of the sRGB gamut, light and dark. */
const patches: Triple[] = [
  [0.5, 0.5, 0.5],
  [0.2, 0.6, 0.4],
  [0.7, 0.4, 0.3],
  [0.3, 0.3, 0.8],
  [0.1, 0.1, 0.1],
  [0.02, 0.02, 0.02],
  [1, 1, 1],
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
];

/** Each patch is a box of 8 × 8 pixels, so that scaling and chroma subsampling leave its middle alone. */
function chart(depth: 8 | 16, profile: Buffer | undefined, codes: readonly (readonly number[])[] = patches) {
  const most = 2 ** depth - 1;
  const pixels = codes.map((code) => code.map((value) => Math.round(value * most)));
  const samples: Samples = {
    width: 8 * codes.length,
    height: 8,
    channels: codes[0]?.length ?? 3,
    depth,
    pixel: (x) => pixels[Math.min(Math.floor(x / 8), pixels.length - 1)] ?? [],
    ...(profile && { profile }),
  };
  return samples;
}

type At = (x: number, y: number) => readonly number[];

/** The greatest distance of any channel of any patch from what the rule says, in 1/255. */
function worst(at: At, wanted: readonly (readonly number[])[], cell = 8): number {
  const distances = wanted.flatMap((color, patch) => {
    const seen = at(Math.floor((patch + 0.5) * cell), cell / 2);
    return color.map((value, channel) => Math.abs(value - (seen[channel] ?? Number.NaN)));
  });
  return Math.max(...distances);
}

describe('a picture with an RGB profile becomes sRGB by the definition of its space, within 3/255', () => {
  it.each(spaces)('%s, at 8 and at 16 bits, as PNG and TIFF', async (_, space) => {
    const wanted = patches.map((code) => toSrgb(code, space));
    for (const depth of [8, 16] as const) {
      const samples = chart(depth, rgbProfile(space));
      for (const master of [pngOf(samples), tiffOf({ ...samples, kind: 'rgb' })]) {
        const { at, metadata } = await render(master, contractWith({}));
        expect(worst(at, wanted), `${depth} bits`).toBeLessThanOrEqual(3);
        expect(metadata.icc).toBeUndefined();
      }
    }
  });

  it.each(spaces)('%s in JPEG, WebP and AVIF, the last at 8, 10 and 12 bits', async (_, space) => {
    const wanted = patches.map((code) => toSrgb(code, space));
    const png = pngOf(chart(8, rgbProfile(space)));
    const tagged = () => sharp(png).keepIccProfile();
    const masters = [
      await tagged().webp({ lossless: true }).toBuffer(),
      ...(await Promise.all(
        ([8, 10, 12] as const).map((bitdepth) => tagged().avif({ lossless: true, bitdepth }).toBuffer()),
      )),
    ];
    for (const master of masters)
      expect(worst((await render(master, contractWith({}))).at, wanted)).toBeLessThanOrEqual(3);
    // A JPEG has already lost a little of each colour, which a conversion near black or the edge of the gamut widens.
    const jpeg = await tagged().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const bright = wanted.map((color, at) => (at < 4 || at === 6 ? color : []));
    expect(worst((await render(jpeg, contractWith({}))).at, bright)).toBeLessThanOrEqual(3);
  });

  it('also where the file is smaller than the master', async () => {
    for (const depth of [8, 16] as const) {
      const master = pngOf(chart(depth, rgbProfile(adobeRgb)));
      const { at } = await render(master, contractWith({ max_width: 48, max_height: 16 }));
      // What lies between two patches is mixed; their middles are not.
      const wanted = patches.map((code) => toSrgb(code, adobeRgb));
      const middles = (x: number, y: number) => at(Math.min(47, Math.floor(x / 2)), Math.floor(y / 2));
      expect(worst(middles, wanted.slice(0, 4))).toBeLessThanOrEqual(12);
    }
  });

  it('without a profile, or with a damaged one, or one of another kind, the values are sRGB', async () => {
    const damaged = Buffer.from(rgbProfile(adobeRgb)).fill(0x41, 132);
    const cut = rgbProfile(adobeRgb).subarray(0, 200);
    const strangers = {
      none: undefined,
      damaged,
      cut,
      grey: greyProfile((code) => code),
      ink: tableProfile('CMYK', 2, () => [50, 0, 0]),
    };
    for (const [name, profile] of Object.entries(strangers))
      for (const depth of [8, 16] as const)
        for (const color_profile of ['srgb', 'keep']) {
          const master = tiffOf({ ...chart(depth, profile), kind: 'rgb' });
          const { at, metadata } = await render(master, contractWith({ color_profile }));
          const wanted = patches.map((code) => code.map((value) => 255 * value));
          expect(worst(at, wanted), `${name}, ${depth} bits, ${color_profile}`).toBeLessThanOrEqual(1);
          expect(metadata.icc).toBeUndefined();
        }
  });
});

describe('a grey picture', () => {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const curve = (code: number) => code ** 1.4;
  const greyOf = (light: number) => fromXyz(profileWhite.map((part) => part * light) as unknown as Triple);

  it.each([
    [8, 1],
    [8, 2],
    [16, 1],
    [16, 2],
  ] as const)('of %i bits and %i channels obeys its own curve', async (depth, channels) => {
    const codes = steps.map((step) => [step, 1].slice(0, channels));
    const { at } = await render(pngOf(chart(depth, greyProfile(curve), codes)), contractWith({}));
    expect(
      worst(
        at,
        steps.map((step) => greyOf(curve(step))),
      ),
    ).toBeLessThanOrEqual(3);
  });

  it('without a profile is what it says', async () => {
    for (const depth of [8, 16] as const) {
      const { at } = await render(
        pngOf(
          chart(
            depth,
            undefined,
            steps.map((step) => [step]),
          ),
        ),
        contractWith({}),
      );
      expect(
        worst(
          at,
          steps.map((step) => [255 * step, 255 * step, 255 * step]),
        ),
      ).toBeLessThanOrEqual(1);
    }
  });

  it('keeps the colour of its mark, at 8 and 16 bits, with and without a profile', async () => {
    const mark = await flat(9, 9, '#ff2080').png().toBuffer();
    const watermark = { ...imageMark, size: 0.5 };
    for (const depth of [8, 16] as const)
      for (const profile of [undefined, greyProfile(curve)]) {
        const master = pngOf({ ...chart(depth, profile, [[0.5]]), width: 64, height: 64 });
        const { at } = await render(master, contractWith({ watermark }), { mark });
        expect(at(32, 32)).toEqual([255, 32, 128, 255]);
        const [r, g, b] = at(2, 2);
        expect([g, b]).toEqual([r, r]);
      }
  });
});

const imageMark = {
  kind: 'image',
  image_id: 'b'.repeat(64),
  opacity: 1,
  anchor: 'center',
  size: 0.25,
  min_px: 5,
};

describe('a CMYK picture', () => {
  /** Inks that each take away one light, and black that takes all: what the profile says, computed. */
  const light = ([c = 0, m = 0, y = 0, k = 0]: readonly number[]): Triple => [
    (1 - 0.85 * c) * (1 - k),
    (1 - 0.85 * m) * (1 - k),
    (1 - 0.85 * y) * (1 - k),
  ];
  const xyz = (inks: readonly number[]) => times(toXyz(sRgb), light(inks));
  const profile = tableProfile('CMYK', 9, (inks) => labOf(xyz(inks)));
  const inks = [
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0.5, 0.25, 0.125, 0],
    [0.25, 0.5, 0.5, 0.25],
    [0, 0, 0, 0.5],
    [0, 0, 0, 1],
  ];

  it.each([8, 16] as const)('with a profile is right within 3/255 at %i bits', async (depth) => {
    const master = tiffOf({ ...chart(depth, profile, inks), kind: 'cmyk' });
    const { at, metadata } = await render(master, contractWith({}));
    expect(
      worst(
        at,
        inks.map((ink) => fromXyz(xyz(ink))),
      ),
    ).toBeLessThanOrEqual(3);
    expect(metadata.space).toBe('srgb');
  });

  it('with a profile is right in a JPEG too, where the Adobe marker says that inks are stored turned round', async () => {
    const tiff = tiffOf({ ...chart(8, profile, inks), kind: 'cmyk' });
    const master = await sharp(tiff)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .keepIccProfile()
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const { space, icc } = await sharp(master).metadata();
    expect([space, icc?.equals(profile), master.includes('Adobe\0d')]).toEqual(['cmyk', true, true]);
    const wanted = inks.map((ink) => fromXyz(xyz(ink)));
    expect(worst((await render(master, contractWith({}))).at, wanted)).toBeLessThanOrEqual(3);
  });

  it('without a profile is never negative: paper is white, all inks and black alone are near black', async () => {
    const order = [
      [0, 0, 0, 0],
      [0, 0, 0, 1],
      [1, 1, 1, 1],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ];
    for (const depth of [8, 16] as const) {
      const { at } = await render(
        tiffOf({ ...chart(depth, undefined, order), kind: 'cmyk' }),
        contractWith({}),
      );
      const seen = order.map((_, patch) => at(8 * patch + 4, 4));
      expect(Math.min(...(seen[0] ?? []))).toBeGreaterThanOrEqual(250);
      for (const black of seen.slice(1, 3)) expect(Math.max(...black.slice(0, 3))).toBeLessThanOrEqual(40);
      // Each ink takes most of its own light and leaves the others the stronger.
      for (const [ink, color] of seen.slice(3).entries())
        expect(Math.min(...color.slice(0, 3)), `ink ${ink}`).toBe(color[ink]);
    }
  });

  it('becomes sRGB where a contract keeps profiles, since its file is RGB', async () => {
    const master = tiffOf({ ...chart(8, profile, inks), kind: 'cmyk' });
    const { at, metadata } = await render(master, contractWith({ color_profile: 'keep' }));
    expect(metadata.icc).toBeUndefined();
    expect(
      worst(
        at,
        inks.map((ink) => fromXyz(xyz(ink))),
      ),
    ).toBeLessThanOrEqual(3);
  });
});

describe('a contract that keeps the profile', () => {
  const wanted = { photo: [0.3, 0.5, 0.7] as const, mark: '#60b080', padding: '#c06050' };
  const parts = (hex: string) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

  it.each(spaces)(
    'gives photo, mark and padding the colours they are meant to have, in %s',
    async (_, space) => {
      const profile = rgbProfile(space);
      const mark = await flat(9, 9, wanted.mark).png().toBuffer();
      for (const depth of [8, 16] as const) {
        const master = pngOf({ ...chart(depth, profile, [wanted.photo]), width: 80, height: 40 });
        const contract = contractWith({
          color_profile: 'keep',
          fit: 'pad',
          background: wanted.padding,
          watermark: imageMark,
          max_width: 80,
          max_height: 80,
        });
        const { bytes, metadata } = await render(master, contract, { mark });
        expect(metadata.icc?.equals(profile)).toBe(true);
        // Read without conversion, then judged by the definition of the space.
        const { data, info } = await sharp(bytes, { ignoreIcc: true })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const seen = (x: number, y: number) => {
          const at = (y * info.width + x) * info.channels;
          return toSrgb(
            [...data.subarray(at, at + 3)].map((value) => value / 255),
            space,
          );
        };
        const at: At = (x) => [seen(2, 2), seen(40, 40), seen(4, 40)][Math.floor(x / 8)] ?? [];
        expect(
          worst(at, [parts(wanted.padding), parts(wanted.mark), toSrgb(wanted.photo, space)]),
        ).toBeLessThanOrEqual(3);
      }
    },
  );

  it('makes sRGB of a picture whose profile leads one way only, as that of a scanner', async () => {
    // A scanner that sees every light as its square root.
    const seen = (code: readonly number[]) =>
      times(toXyz(sRgb), code.map((value) => value ** 2) as unknown as Triple);
    const profile = tableProfile('RGB ', 17, (code) => labOf(seen(code)));
    const mark = await flat(9, 9, wanted.mark).png().toBuffer();
    const master = pngOf({ ...chart(8, profile, [wanted.photo]), width: 80, height: 40 });
    const contract = contractWith({ color_profile: 'keep', watermark: imageMark });
    const { at, metadata } = await render(master, contract, { mark });
    expect(metadata.icc).toBeUndefined();
    expect(at(40, 20)).toEqual([...parts(wanted.mark), 255]);
    expect(worst(at, [fromXyz(seen(wanted.photo))])).toBeLessThanOrEqual(3);
  });
});

it('the mark has its own sRGB colour on a photo of any space', async () => {
  const mark = await flat(9, 9, '#20c060').png().toBuffer();
  for (const [, space] of spaces)
    for (const depth of [8, 16] as const) {
      const master = pngOf({ ...chart(depth, rgbProfile(space), [[0.3, 0.5, 0.7]]), width: 64, height: 64 });
      const { at } = await render(master, contractWith({ watermark: imageMark }), { mark });
      expect(at(32, 32)).toEqual([32, 192, 96, 255]);
    }
});

it('an image mark is converted from its own profile', async () => {
  const code = [0.4, 0.7, 0.3] as const;
  const master = await flat(64, 64, '#808080').png().toBuffer();
  for (const depth of [8, 16] as const) {
    const mark = pngOf(chart(depth, rgbProfile(adobeRgb), [code]));
    const watermark = { ...imageMark, image_id: `${depth}`.padStart(64, 'c') };
    const { at } = await render(master, contractWith({ watermark }), { mark });
    expect(worst(() => at(32, 32), [toSrgb(code, adobeRgb)])).toBeLessThanOrEqual(3);
  }
});
