import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { landmark, shareOfDifference } from '#test/pictures.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';

const render = renderMaker();
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
/** What stands at the left of the stored picture when people see it upright, undone by EXIF. */
const undo: Readonly<Record<number, [turn: number, mirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [270, false],
  7: [90, true],
  8: [90, false],
};

/** A 120×80 picture as people see it, stored the way a camera stores it under this orientation. */
async function stored(orientation: number, type: 'jpeg' | 'png' | 'webp' | 'tiff'): Promise<Buffer> {
  const [turn, mirrored] = undo[orientation] ?? [0, false];
  const upright = await landmark(120, 80).png().toBuffer();
  const flopped = await sharp(upright).flop(mirrored).png().toBuffer();
  const turned = sharp(flopped).rotate(turn).withMetadata({ orientation });
  return type === 'jpeg'
    ? turned.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    : turned[type]({ quality: 100 }).toBuffer();
}

describe('orientation', () => {
  it.each(
    orientations.flatMap((orientation) =>
      (['jpeg', 'png', 'webp', 'tiff'] as const).map((type) => [orientation, type] as const),
    ),
  )(
    'EXIF %i in %s comes out upright, at every size, without a tag that turns it again',
    async (orientation, type) => {
      const master = await stored(orientation, type);
      for (const max_width of [16, 60, 400]) {
        const { facts, at, metadata } = await render(master, contractWith({ max_width }));
        const { width, height } = facts;
        expect([width, height]).toEqual(
          max_width === 400 ? [120, 80] : max_width === 60 ? [60, 40] : [16, 11],
        );
        expect(metadata.orientation).toBeUndefined();
        const [x, y] = [Math.floor(width / 4), Math.floor(height / 4)];
        const reds = at(x, y);
        const greens = at(width - 1 - x, y);
        const blues = at(x, height - 1 - y);
        expect(reds[0]).toBeGreaterThan(200);
        expect(greens[1]).toBeGreaterThan(200);
        expect(blues[2]).toBeGreaterThan(200);
      }
    },
  );

  it.each(orientations)(
    'EXIF %i: the mark at the bottom right stands there as people see it',
    async (orientation) => {
      const master = await stored(orientation, 'jpeg');
      const clean = await render(master, contractWith({}));
      const marked = await render(master, contractWith({ watermark: textMark }));
      const quadrant = (left: boolean, top: boolean) => {
        const pick = (rgba: Buffer) =>
          Buffer.concat(
            Array.from({ length: 40 }, (_, row) => {
              const from = ((row + (top ? 0 : 40)) * 120 + (left ? 0 : 60)) * 4;
              return rgba.subarray(from, from + 240);
            }),
          );
        return shareOfDifference(pick(clean.rgba), pick(marked.rgba));
      };
      expect(quadrant(false, false)).toBeGreaterThan(0.05);
      expect([quadrant(true, true), quadrant(false, true), quadrant(true, false)]).toEqual([0, 0, 0]);
    },
  );
});
