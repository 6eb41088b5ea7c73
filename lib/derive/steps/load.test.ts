import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mediaTypes } from '#lib/policy/output-contract.ts';
import { pngChunk } from '#test/picture-files.ts';
import { flat, shareOfDifference } from '#test/pictures.ts';
import { pngOf } from '#test/raw-files.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';

const render = renderMaker();
const [first, second] = ['#ff0000', '#0000ff'];

async function joined(): Promise<ReturnType<typeof sharp>> {
  const frames = await Promise.all(
    [first, second].map((color) =>
      flat(80, 60, color ?? '')
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } });
}

/** Two frames of 80 × 60; where the still picture is no frame, it is the only one that other readers show. */
function animatedPng(isStillAFrame: boolean): Buffer {
  const still = pngOf({ width: 80, height: 60, channels: 3, pixel: () => [255, 0, 0] });
  const control = (sequence: number) => {
    const data = Buffer.alloc(26);
    for (const [at, value] of [sequence, 80, 60].entries()) data.writeUInt32BE(value, 4 * at);
    data.writeUInt16BE(10, 20);
    return pngChunk('fcTL', data);
  };
  const blue = Buffer.concat(
    Array.from({ length: 60 }, () => Buffer.from([0, ...Array(80).fill([0, 0, 255]).flat()])),
  );
  const sequence = Buffer.from([0, 0, 0, isStillAFrame ? 2 : 1]);
  const frame = pngChunk('fdAT', Buffer.concat([sequence, deflateSync(blue)]));
  const pixels = still.indexOf('IDAT') - 4;
  const end = still.length - 12;
  return Buffer.concat([
    still.subarray(0, pixels),
    pngChunk('acTL', Buffer.from([0, 0, 0, isStillAFrame ? 2 : 1, 0, 0, 0, 0])),
    ...(isStillAFrame ? [control(0)] : []),
    still.subarray(pixels, end),
    control(isStillAFrame ? 1 : 0),
    frame,
    still.subarray(end),
  ]);
}

const animations: [string, () => Promise<Buffer>][] = [
  ['WebP', async () => await (await joined()).webp({ lossless: true }).toBuffer()],
  ['GIF', async () => await (await joined()).gif().toBuffer()],
  ['TIFF of two pages', async () => await (await joined()).tiff({ compression: 'lzw' }).toBuffer()],
  ['PNG', async () => animatedPng(true)],
  ['PNG whose still picture is no frame', async () => animatedPng(false)],
];

describe('of several pictures in one file', () => {
  it.each(animations)('the first is shown, alone and under the mark: %s', async (_, make) => {
    const master = await make();
    for (const media_type of mediaTypes) {
      const contract = contractWith({ media_type, alpha: 'forbidden', compression: { quality: 100 } });
      const clean = await render(master, contract);
      const marked = await render(master, contractWith({ ...contract, watermark: textMark }));
      for (const { facts, metadata, at } of [clean, marked]) {
        expect([facts.width, facts.height, metadata.pages ?? 1]).toEqual([80, 60, 1]);
        const [r, g, b] = at(3, 3);
        expect(r > 245 && g < 10 && b < 10, media_type).toBe(true);
      }
      expect(shareOfDifference(clean.rgba, marked.rgba)).toBeGreaterThan(0.01);
    }
  });

  it('what the first frame of a GIF leaves out is transparent, not the next frame', async () => {
    const frames = await sharp(
      await Promise.all(
        [1, 2].map(async () =>
          pngOf({
            width: 60,
            height: 60,
            channels: 4,
            pixel: (x) => (x < 30 ? [0, 0, 0, 0] : [255, 0, 0, 255]),
          }),
        ),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const { at } = await render(frames, contractWith({ alpha: 'forbidden', background: '#00ff00' }));
    expect([at(5, 5), at(50, 50)]).toEqual([
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ]);
  });
});
