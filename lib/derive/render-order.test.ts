import { describe, expect, it } from 'vitest';
import { displayP3, toSrgb } from '#test/colour-reference.ts';
import { rgbProfile } from '#test/icc-profiles.ts';
import { boundsOf, flat } from '#test/pictures.ts';
import { pngOf } from '#test/raw-files.ts';
import { contractWith, renderMaker } from '#test/render-maker.ts';
import { firstPass } from './steps/decode.ts';

const render = renderMaker();
const green = flat(9, 9, '#00ff00').png().toBuffer();
const mark = {
  kind: 'image',
  image_id: 'd'.repeat(64),
  opacity: 1,
  anchor: 'bottom-right',
  size: 0.25,
  min_px: 4,
  margin: 0,
};
const isGreen = (r: number, g: number, b: number) => g > 240 && r < 16 && b < 16;

it('while the master streams by, steps come in the written order', () => {
  const names = firstPass.map(({ name }) => name);
  expect(names).toEqual(['orient', 'colour', 'crop', 'resize', 'cut', 'flatten']);
});

describe('each step sees what the one before it made', () => {
  const stripes = (orientation?: number) => {
    const image = flat(80, 40, '#0000ff').composite([
      { input: { create: { width: 40, height: 40, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ]);
    return (orientation ? image.withMetadata({ orientation }) : image).png().toBuffer();
  };

  it('orientation before the crop: the editor’s fractions count in the upright picture', async () => {
    // Stored with red at the left, seen with red above.
    const edits = { crop: { left: 0, top: 0, width: 1, height: 0.5 } };
    const { facts, at } = await render(await stripes(6), contractWith({}), { edits });
    expect([facts.width, facts.height]).toEqual([40, 40]);
    expect([at(2, 2), at(37, 37)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
    ]);
  });

  it('the crop before the point of interest, whose fractions count inside it, and scaling before the cut', async () => {
    const edits = { crop: { left: 0.25, top: 0, width: 0.5, height: 1 }, focal: { x: 0, y: 0.5 } };
    const contract = contractWith({ fit: 'cover', focal: 'respected', max_width: 16, max_height: 32 });
    const { facts, at } = await render(await stripes(), contract, { edits });
    expect([facts.width, facts.height]).toEqual([16, 32]);
    for (const x of [0, 8, 15]) expect(at(x, 16)[0], `${x}`).toBeGreaterThan(x === 15 ? 100 : 240);
  });

  it('the crop before scaling: what was cropped away bounds no size', async () => {
    const edits = { crop: { left: 0.5, top: 0.5, width: 0.5, height: 0.5 } };
    const { facts } = await render(await stripes(), contractWith({ max_width: 20, max_height: 20 }), {
      edits,
    });
    expect([facts.width, facts.height]).toEqual([20, 10]);
  });

  it('colour before the background: what is flattened is already sRGB', async () => {
    const profile = rgbProfile(displayP3);
    for (const depth of [8, 16] as const) {
      const code = [0.2, 0.6, 0.3];
      const most = 2 ** depth - 1;
      const pixel = [...code, 0.5].map((value) => Math.round(value * most));
      const master = pngOf({ width: 32, height: 32, channels: 4, depth, profile, pixel: () => pixel });
      const { at } = await render(master, contractWith({ alpha: 'forbidden', background: '#ff0000' }));
      for (const [channel, value] of toSrgb(code, displayP3).entries()) {
        const wanted = value / 2 + (channel === 0 ? 127.5 : 0);
        expect(Math.abs((at(9, 9)[channel] ?? 0) - wanted)).toBeLessThanOrEqual(2);
      }
    }
  });

  it('colour before the mark: the mark is not converted with the photo', async () => {
    const profile = rgbProfile(displayP3);
    const master = pngOf({ width: 40, height: 40, channels: 3, profile, pixel: () => [90, 90, 90] });
    const { at } = await render(master, contractWith({ watermark: mark }), { mark: await green });
    expect(at(38, 38)).toEqual([0, 255, 0, 255]);
  });

  it('scaling and cutting before the mark: it is whole, and as large as its rule says on the file', async () => {
    const master = await flat(400, 100, '#808080').png().toBuffer();
    for (const fit of ['inside', 'cover']) {
      const contract = contractWith({ fit, max_width: 40, max_height: 40, watermark: mark });
      const { facts, rgba } = await render(master, contract, { mark: await green });
      const side = Math.max(4, Math.round(facts.height / 4));
      expect(boundsOf(rgba, facts.width, isGreen)).toEqual({
        left: facts.width - side,
        top: facts.height - side,
        right: facts.width - 1,
        bottom: facts.height - 1,
      });
    }
  });

  it('the background before the mark: a mark on what was transparent has its full colour', async () => {
    const master = pngOf({ width: 40, height: 40, channels: 4, pixel: () => [255, 0, 0, 0] });
    const contract = contractWith({ alpha: 'forbidden', background: '#102030', watermark: mark });
    const { at } = await render(master, contract, { mark: await green });
    expect([at(2, 2), at(38, 38)]).toEqual([
      [16, 32, 48, 255],
      [0, 255, 0, 255],
    ]);
  });

  it('padding before the mark, which counts in the picture and stays inside it', async () => {
    const master = await flat(80, 40, '#808080').png().toBuffer();
    const contract = contractWith({
      fit: 'pad',
      max_width: 80,
      max_height: 80,
      background: '#ffffff',
      watermark: mark,
    });
    const { rgba } = await render(master, contract, { mark: await green });
    expect(boundsOf(rgba, 80, isGreen)).toEqual({ left: 70, top: 50, right: 79, bottom: 59 });
  });

  it('the size limit before verification, and the mark anew for each width it tries', async () => {
    const noise = pngOf({
      width: 300,
      height: 300,
      channels: 3,
      pixel: (x, y) => [(x * 7919 + y * 104_729) % 256, (x * 31 + y * 17) % 256, (x * y) % 256],
    });
    const contract = contractWith({
      max_bytes: 9000,
      min_width: 40,
      watermark: mark,
      compression: { palette: true },
    });
    const { facts, bytes, at } = await render(noise, contract, { mark: await green });
    expect(bytes.length).toBeLessThanOrEqual(9000);
    expect(facts.width).toBeLessThan(300);
    const side = Math.round(facts.width / 4);
    const [r, g, b] = at(facts.width - Math.ceil(side / 2), facts.height - Math.ceil(side / 2));
    expect(isGreen(r, g, b)).toBe(true);
  });
});
