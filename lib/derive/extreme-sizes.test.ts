import { describe, expect, it } from 'vitest';
import { mediaTypes } from '#lib/policy/output-contract.ts';
import { flat } from '#test/pictures.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';

const render = renderMaker();
const typed = (media_type: string, changes: object) =>
  contractWith({ media_type, alpha: 'forbidden', background: '#ffffff', ...changes });

/** Width and height of the whole picture inside a box, never enlarged: a side is rounded and at least one pixel. */
function inside([width, height]: readonly [number, number], box: number): number[] {
  const factor = Math.min(1, box / width, box / height);
  return [width, height].map((side) => Math.max(1, Math.round(side * factor)));
}

const masters = [
  [900, 1],
  [1, 900],
  [1, 1],
  [17, 15],
  [2000, 1],
  [1, 2000],
  [900, 600],
] as const;

describe.each(mediaTypes)('%s', (media_type) => {
  it('has at least one pixel a side and never more than the master, from 16 px on', async () => {
    for (const size of masters) {
      const master = await flat(size[0], size[1], '#c03020').png().toBuffer();
      for (const box of [16, 100, 1000]) {
        const changes = { max_width: box, max_height: box, watermark: textMark };
        const { metadata } = await render(master, typed(media_type, changes));
        expect([metadata.width, metadata.height], `${size} in ${box}`).toEqual(inside(size, box));
      }
    }
  });

  it('fills its box exactly where the contract pads, also from one pixel', async () => {
    for (const size of masters) {
      const master = await flat(size[0], size[1], '#c03020').png().toBuffer();
      const { metadata, at } = await render(
        master,
        typed(media_type, { fit: 'pad', max_width: 64, max_height: 40, compression: { quality: 95 } }),
      );
      expect([metadata.width, metadata.height]).toEqual([64, 40]);
      const [r, g, b] = at(31, 19);
      expect(r - (g + b) / 2, `the middle of ${size}`).toBeGreaterThan(40);
    }
  });

  it('may be 10,000 px wide or high, by a larger master or by padding', async () => {
    const wide = await flat(12_000, 24, '#c03020').png().toBuffer();
    const tall = await flat(24, 12_000, '#c03020').png().toBuffer();
    const box = { max_width: 10_000, max_height: 10_000 };
    const effort = { compression: { effort: 0 } };
    const one = await render(wide, typed(media_type, { ...box, ...effort }));
    expect([one.metadata.width, one.metadata.height]).toEqual([10_000, 20]);
    const other = await render(tall, typed(media_type, { ...box, ...effort }));
    expect([other.metadata.width, other.metadata.height]).toEqual([20, 10_000]);
    const small = await flat(20, 20, '#c03020').png().toBuffer();
    const padded = await render(
      small,
      typed(media_type, { ...effort, fit: 'pad', max_width: 10_000, max_height: 16 }),
    );
    expect([padded.metadata.width, padded.metadata.height]).toEqual([10_000, 16]);
  });
});
