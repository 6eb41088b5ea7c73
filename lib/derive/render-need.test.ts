import { describe, expect, it } from 'vitest';
import { outputContract } from '#lib/policy/output-contract.ts';
import { renderNeedMb } from './render-need.ts';

const camera = { width: 6000, height: 4000, media_type: 'image/jpeg' };
const contractOf = (own: object) =>
  outputContract.parse({
    format: 'x',
    label: 'x',
    max_width: 10_000,
    max_height: 10_000,
    fit: 'inside',
    compression: {},
    render: 'on_demand',
    alpha: 'forbidden',
    watermark: { kind: 'none' },
    ...own,
  });
const boxed = (media_type: string, side: number, more = {}) => ({
  media_type,
  max_width: side,
  max_height: side,
  ...more,
});
const mark = { kind: 'text', text: 'Mark', opacity: 0.5, tile: { spacing: 1 }, size: 0.45, min_px: 12 };
const largest = { width: 10_000, height: 9900 };

/** Peaks of a fresh child, in MB: those of docs/rendering.md. */
const measured: [name: string, mb: number, master: object, contract: object][] = [
  ['a thumbnail of a JPEG', 109, {}, boxed('image/webp', 480)],
  ['a thumbnail of a progressive JPEG of 99 MP', 400, largest, boxed('image/webp', 480)],
  ['a thumbnail of an interlaced 16-bit PNG', 328, { media_type: 'image/png' }, boxed('image/webp', 480)],
  ['one of 99 MP', 935, { ...largest, media_type: 'image/png' }, boxed('image/webp', 480)],
  ['a thumbnail of an AVIF', 537, { media_type: 'image/avif' }, boxed('image/webp', 480)],
  ['one of 99 MP', 1841, { ...largest, media_type: 'image/avif' }, boxed('image/webp', 480)],
  ['2000 px JPEG', 133, {}, boxed('image/jpeg', 2000)],
  ['2000 px AVIF', 209, {}, boxed('image/avif', 2000)],
  ['2000 px AVIF, lossless', 238, {}, boxed('image/avif', 2000, { compression: { lossless: true } })],
  ['2000 px AVIF of effort 6', 248, {}, boxed('image/avif', 2000, { compression: { effort: 6 } })],
  ['4000 px AVIF', 490, {}, boxed('image/avif', 4000)],
  ['24 MP JPEG', 326, {}, { media_type: 'image/jpeg' }],
  ['24 MP JPEG with a mark', 357, {}, { media_type: 'image/jpeg', watermark: mark }],
  ['24 MP JPEG with a limit', 515, {}, { media_type: 'image/jpeg', watermark: mark, max_bytes: 2_000_000 }],
  ['24 MP WebP', 374, {}, { media_type: 'image/webp' }],
  ['24 MP WebP with a limit', 439, {}, { media_type: 'image/webp', max_bytes: 1_500_000 }],
  ['24 MP WebP with transparency', 535, {}, { media_type: 'image/webp', alpha: 'allowed' }],
  ['24 MP WebP, lossless', 917, {}, { media_type: 'image/webp', compression: { lossless: true } }],
  ['24 MP PNG', 275, {}, { media_type: 'image/png' }],
  ['24 MP PNG with a palette', 309, {}, { media_type: 'image/png', compression: { palette: true } }],
  ['24 MP AVIF', 948, {}, { media_type: 'image/avif' }],
  ['24 MP AVIF with transparency', 1192, {}, { media_type: 'image/avif', alpha: 'allowed' }],
  ['24 MP AVIF from an AVIF', 959, { media_type: 'image/avif' }, { media_type: 'image/avif' }],
  [
    'a small photo padded to 36 MP',
    491,
    { width: 1200, height: 800 },
    boxed('image/jpeg', 6000, { fit: 'pad' }),
  ],
  ['99 MP JPEG', 985, largest, { media_type: 'image/jpeg' }],
  ['99 MP WebP', 1200, largest, { media_type: 'image/webp' }],
  ['99 MP PNG', 773, largest, { media_type: 'image/png' }],
  ['99 MP AVIF', 3545, largest, { media_type: 'image/avif' }],
];

describe('the memory that a render is said to need', () => {
  it.each(measured)(
    'is enough for %s, which took %i MB, and not twice as much',
    (_, mb, master, contract) => {
      const need = renderNeedMb({ ...camera, ...master }, contractOf(contract), null);
      expect(need).toBeGreaterThanOrEqual(mb);
      expect(need).toBeLessThan(mb * 2);
    },
  );

  it('is that of the part which an edit leaves', () => {
    const contract = contractOf({ media_type: 'image/avif' });
    const crop = { left: 0, top: 0, width: 0.5, height: 0.5 };
    expect(renderNeedMb(camera, contract, { crop })).toBeLessThan(renderNeedMb(camera, contract, null) / 2);
  });
});
