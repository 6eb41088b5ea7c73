import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withTransforms } from '#test/avif-transforms.ts';
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

describe('the turns and mirrors of AVIF itself', () => {
  const size = { width: 96, height: 64 };
  const stored = () => landmark(size.width, size.height).avif({ lossless: true }).toBuffer();
  type Color = 'red' | 'green' | 'blue';
  const storedColor = (x: number, y: number): Color => (y >= 32 ? 'blue' : x < 48 ? 'red' : 'green');
  const nearest = (rgb: readonly number[]) =>
    (['red', 'green', 'blue'] as const)[rgb.slice(0, 3).indexOf(Math.max(...rgb.slice(0, 3)))];

  /** What stands at a place after the turns, anticlockwise, and then the mirror. */
  function seenColor(x: number, y: number, turns: number, mirror: 0 | 1 | undefined): Color {
    const [width, height] = turns % 2 ? [size.height, size.width] : [size.width, size.height];
    let place = { x: mirror === 1 ? width - 1 - x : x, y: mirror === 0 ? height - 1 - y : y };
    for (let turn = turns; turn > 0; turn -= 1) {
      const wide = turn % 2 ? size.width : size.height;
      place = { x: wide - 1 - place.y, y: place.x };
    }
    return storedColor(place.x, place.y);
  }

  const all = [0, 1, 2, 3].flatMap((turns) =>
    ([undefined, 0, 1] as const).map((mirror) => ({ turns, mirror })),
  );

  it.each(all)('are applied once: $turns quarter turns, mirror $mirror', async ({ turns, mirror }) => {
    const master = withTransforms(await stored(), { turns, ...(mirror !== undefined && { mirror }) });
    const { facts, at } = await render(master, contractWith({}));
    expect([facts.width, facts.height]).toEqual(turns % 2 ? [64, 96] : [96, 64]);
    for (const x of [0.2, 0.8])
      for (const y of [0.2, 0.8]) {
        const [column, row] = [Math.floor(x * facts.width), Math.floor(y * facts.height)];
        expect(nearest(at(column, row)), `${x}, ${y}`).toBe(seenColor(column, row, turns, mirror));
      }
  });

  it('are all that counts: EXIF in an AVIF turns nothing', async () => {
    const tagged = await landmark(96, 64)
      .withExif({ IFD0: { Artist: 'A' } })
      .avif()
      .toBuffer();
    const upright = Buffer.from('12010300010000000100', 'hex');
    const at = tagged.indexOf(upright);
    expect(at).toBeGreaterThan(0);
    tagged.writeUInt8(6, at + 8);
    const { facts } = await render(tagged, contractWith({}));
    expect([facts.width, facts.height]).toEqual([96, 64]);
  });
});

describe('an orientation that counts for nothing', () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>';

  it.each(['jpeg', 'png', 'webp', 'tiff', 'avif'] as const)('stands in XMP alone, in %s', async (type) => {
    const master = await landmark(96, 64).withXmp(xmp)[type]().toBuffer();
    expect(master.includes('tiff:Orientation="6"') || type === 'png').toBe(true);
    const { facts, at } = await render(master, contractWith({}));
    expect([facts.width, facts.height]).toEqual([96, 64]);
    expect(at(8, 8)[0]).toBeGreaterThan(200);
  });

  it.each([0, 9, 255])('is %i, which EXIF does not know', async (orientation) => {
    const master = await landmark(96, 64).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const at = master.indexOf(Buffer.from('12010300010000000600', 'hex'));
    expect(at).toBeGreaterThan(0);
    master.writeUInt8(orientation, at + 8);
    const { facts } = await render(master, contractWith({}));
    expect([facts.width, facts.height]).toEqual([96, 64]);
  });

  it('stands in EXIF and in XMP: it counts once', async () => {
    const master = await landmark(96, 64).withMetadata({ orientation: 6 }).withXmp(xmp).jpeg().toBuffer();
    const { facts, metadata } = await render(master, contractWith({ metadata: 'copyright' }));
    expect([facts.width, facts.height]).toEqual([64, 96]);
    expect([metadata.orientation, metadata.xmp]).toEqual([undefined, undefined]);
  });
});
