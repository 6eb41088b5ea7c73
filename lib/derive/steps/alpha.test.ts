import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { adobeRgb, proPhoto, toSrgb } from '#test/colour-reference.ts';
import { greyProfile, rgbProfile } from '#test/icc-profiles.ts';
import { flat } from '#test/pictures.ts';
import { pngOf, tiffOf } from '#test/raw-files.ts';
import { contractWith, renderMaker } from '#test/render-maker.ts';

const render = renderMaker();
const lossless = [
  { media_type: 'image/png', compression: {} },
  { media_type: 'image/webp', compression: { lossless: true } },
  { media_type: 'image/avif', compression: { lossless: true } },
];
const ramp = pngOf({ width: 256, height: 16, channels: 4, pixel: (x) => [255, 128, 0, x] });
const orange = [255, 128, 0];
const blue = [0, 0, 255];

/** The rule: colour · alpha + background · (1 − alpha). */
function laid(color: readonly number[], alpha: number, ground: readonly number[]): number[] {
  return color.map((value, channel) => value * alpha + (ground[channel] as number) * (1 - alpha));
}

function expectNear(seen: readonly number[], wanted: readonly number[], within: number, what = ''): void {
  for (const [channel, value] of wanted.entries())
    if (!(Math.abs((seen[channel] ?? Number.NaN) - value) <= within))
      expect(Math.abs((seen[channel] ?? Number.NaN) - value), `${what} ${channel}`).toBeLessThanOrEqual(
        within,
      );
}

describe('where transparency is forbidden', () => {
  it.each(lossless)(
    'every alpha stands on the contract’s colour within 1/255 in $media_type',
    async (type) => {
      const contract = contractWith({ ...type, alpha: 'forbidden', background: '#0000ff' });
      const { at, metadata } = await render(ramp, contract);
      expect(metadata.hasAlpha).toBe(false);
      for (let x = 0; x < 256; x += 1) expectNear(at(x, 8), laid(orange, x / 255, blue), 1, `alpha ${x}`);
    },
  );

  it('in a JPEG too, within what JPEG itself may change', async () => {
    const compression = { quality: 100 };
    const contract = contractWith({
      media_type: 'image/jpeg',
      compression,
      alpha: 'forbidden',
      background: '#0000ff',
    });
    const { at } = await render(ramp, contract);
    for (let x = 0; x < 256; x += 5) expectNear(at(x, 8), laid(orange, x / 255, blue), 2, `alpha ${x}`);
  });

  it('it is also so after scaling, at 8 and 16 bits, in colour and grey, with and without a profile', async () => {
    const code = 0.5;
    const alpha = 0.25;
    const ground = '#ff0040';
    const groundCode = [255, 0, 64];
    const kinds = [
      { channels: 4, profile: undefined, color: [127.5, 127.5, 127.5] },
      { channels: 4, profile: rgbProfile(adobeRgb), color: toSrgb([code, code, code], adobeRgb) },
      { channels: 4, profile: rgbProfile(proPhoto), color: toSrgb([code, code, code], proPhoto) },
      { channels: 2, profile: undefined, color: [127.5, 127.5, 127.5] },
      { channels: 2, profile: greyProfile(adobeRgb.toLight), color: toSrgb([code, code, code], adobeRgb) },
    ];
    for (const { channels, profile, color } of kinds)
      for (const depth of [8, 16] as const) {
        const most = 2 ** depth - 1;
        const pixel = Array<number>(channels).fill(Math.round(code * most));
        pixel[channels - 1] = Math.round(alpha * most);
        const samples = { width: 64, height: 64, channels, depth, pixel: () => pixel };
        const master = pngOf({ ...samples, ...(profile && { profile }) });
        for (const max_width of [64, 20]) {
          const contract = contractWith({ alpha: 'forbidden', background: ground, max_width });
          const { at } = await render(master, contract);
          const what = `${channels} channels of ${depth} bits, ${profile?.length ?? 'no'} profile, ${max_width} px`;
          expectNear(at(7, 7), laid(color, alpha, groundCode), 1, what);
        }
      }
  });

  it('the colour is white where the contract names none', async () => {
    const { at } = await render(ramp, contractWith({ alpha: 'forbidden' }));
    expect(at(0, 8)).toEqual([255, 255, 255, 255]);
  });
});

describe('where transparency is allowed', () => {
  it.each(lossless)('colour and alpha stay as they are in $media_type', async (type) => {
    const { at, facts } = await render(ramp, contractWith(type));
    expect(facts.has_alpha).toBe(true);
    // Below this, encoders may drop what nobody can see.
    for (let x = 1; x < 256; x += 1) {
      expect(at(x, 8)[3]).toBe(x);
      expectNear(at(x, 8), orange, 1, `alpha ${x}`);
    }
  });

  it('an associated alpha, as some TIFFs have it, is not applied twice', async () => {
    for (const depth of [8, 16] as const) {
      const most = 2 ** depth - 1;
      const pixel = [0.5 * most, 0.25 * most, 0, 0.5 * most].map(Math.round);
      const samples = { width: 32, height: 32, channels: 4, depth, pixel: () => pixel };
      const { at } = await render(
        tiffOf({ ...samples, kind: 'rgb', extra: 'premultiplied' }),
        contractWith({}),
      );
      expectNear(at(9, 9), [255, 127.5, 0, 127.5], 2);
    }
  });
});

/** What can be seen of RGBA: where nothing shows, every colour is the same. */
function visible(rgba: Buffer): Buffer {
  const seen = Buffer.from(rgba);
  for (let at = 0; at < seen.length; at += 4) if (seen[at + 3] === 0) seen.fill(0, at, at + 3);
  return seen;
}

describe('a soft edge', () => {
  /** A red disc whose transparent surroundings hide a colour that must never show. */
  const disc = (hidden: readonly number[], depth: 8 | 16 = 8) =>
    pngOf({
      width: 200,
      height: 200,
      channels: 4,
      depth,
      pixel: (x, y) => {
        const isInside = Math.hypot(x - 100, y - 100) < 80;
        const pixel = isInside ? [220, 30, 60, 255] : [...hidden, 0];
        return depth === 8 ? pixel : pixel.map((value) => value * 257);
      },
    });

  it('is free of whatever colour lies under its transparent side', async () => {
    for (const depth of [8, 16] as const)
      for (const fit of ['inside', 'pad', 'cover']) {
        const contract = contractWith({ fit, max_width: 61, max_height: 47 });
        const over = async (hidden: number[]) => visible((await render(disc(hidden, depth), contract)).rgba);
        const [clean, ...others] = await Promise.all(
          [
            [220, 30, 60],
            [255, 255, 255],
            [0, 0, 0],
            [0, 255, 0],
          ].map(over),
        );
        for (const other of others) expect(other).toEqual(clean);
      }
  });

  it('has the colour of the disc, but for the sharpening of the scaling itself, which keeps its hue', async () => {
    const { rgba } = await render(disc([255, 255, 255]), contractWith({ max_width: 61 }));
    let soft = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const [red, green, blue, alpha] = rgba.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (alpha < 255 && alpha > 0) soft += 1;
      if (alpha < 16) continue;
      const rounding = 1 + 510 / alpha;
      expect(Math.abs(red / 220 - 1)).toBeLessThan(0.09 + rounding / 220);
      expectNear([green, blue], [(red * 30) / 220, (red * 60) / 220], rounding);
    }
    expect(soft).toBeGreaterThan(40);
  });

  it('mixes the two colours where it stands on a background, and no third one', async () => {
    const { rgba } = await render(
      disc([0, 0, 0]),
      contractWith({ alpha: 'forbidden', background: '#f0f0f0', max_width: 61 }),
    );
    const ground = [240, 240, 240];
    for (let at = 0; at < rgba.length; at += 4) {
      const seen = [...rgba.subarray(at, at + 3)];
      const share = (240 - (seen[1] as number)) / 210;
      expectNear(seen, laid([220, 30, 60], share, ground), 3);
    }
  });
});

describe('where transparency is required', () => {
  it('a photo without a transparent pixel is one clear refusal, whatever channels it has', async () => {
    const opaque = [
      await flat(50, 50, '#ff0000').png().toBuffer(),
      pngOf({ width: 50, height: 50, channels: 4, pixel: () => [9, 9, 9, 255] }),
      await flat(50, 50, '#ff0000').jpeg().toBuffer(),
    ];
    for (const master of opaque)
      await expect(render(master, contractWith({ alpha: 'required' }))).rejects.toMatchObject({
        code: 'contract_unmet',
      });
  });

  it('a photo whose transparent part is under the mark, or too faint for the file, is a clear refusal', async () => {
    const small = pngOf({ width: 16, height: 16, channels: 4, pixel: () => [9, 9, 9, 0] });
    const watermark = {
      kind: 'image',
      image_id: 'f'.repeat(64),
      opacity: 1,
      tile: { spacing: 0 },
      size: 1,
      min_px: 1,
    };
    const mark = await flat(9, 9, '#ff0000').png().toBuffer();
    await expect(
      render(small, contractWith({ alpha: 'required', watermark }), { mark }),
    ).rejects.toMatchObject({
      code: 'contract_unmet',
      message: expect.stringContaining('the mark covers it'),
    });
    const faint = pngOf({ width: 64, height: 64, channels: 4, pixel: () => [90, 90, 90, 254] });
    const coarse = contractWith({ media_type: 'image/avif', alpha: 'required', compression: { quality: 1 } });
    const outcome = await render(faint, coarse).catch((error) => error);
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'contract_unmet' });
    else expect(outcome.metadata.hasAlpha).toBe(true);
  });

  it.each(lossless)('a transparent one stays so in $media_type', async (type) => {
    const { at, facts } = await render(ramp, contractWith({ ...type, alpha: 'required' }));
    expect(facts.has_alpha).toBe(true);
    expect(at(90, 8)[3]).toBe(90);
  });

  it('a palette that is transparent counts', async () => {
    const master = await sharp(ramp).png({ palette: true, colours: 64 }).toBuffer();
    const { facts } = await render(
      master,
      contractWith({ alpha: 'required', compression: { palette: true } }),
    );
    expect(facts.has_alpha).toBe(true);
  });
});
