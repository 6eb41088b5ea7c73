import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingLetters } from '#lib/fonts/mark-fonts.ts';
import { outputContract, type TextMark } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { boundsOf, flat, noisy, shareOfDifference } from '#test/pictures.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';
import { drawText, textAspect } from '../mark/draw-text.ts';

const render = renderMaker();

async function shareMarked(master: Buffer, watermark: object, changes: object = {}): Promise<number> {
  const clean = await render(master, contractWith(changes));
  const marked = await render(master, contractWith({ ...changes, watermark }));
  return shareOfDifference(clean.rgba, marked.rgba);
}

/** How a text is drawn: its box, and how many letter pixels lie in the left and the right third of it. */
async function inkOf(text: string) {
  const { pixels, width, height } = await drawText(
    { ...textMark, kind: 'text', text, outline: 'none', color: '#ffffff' } as TextMark,
    { width: 300, height: Math.round(300 / (await textAspect({ text, outline: 'none' } as TextMark))) },
  );
  const inked = (from: number, to: number) => {
    let count = 0;
    for (let at = 0; at < width * height; at += 1)
      if (at % width >= from * width && at % width < to * width && (pixels[at * 4 + 3] ?? 0) > 127)
        count += 1;
    return count;
  };
  return { width, height, left: inked(0, 1 / 3), right: inked(2 / 3, 1) };
}

describe('a text mark', () => {
  it('draws markup signs as letters', async () => {
    const grey = await flat(400, 100, '#808080').png().toBuffer();
    const escaped = await render(
      grey,
      contractWith({ watermark: { ...textMark, text: '<b>R&D</b>', size: 0.8 } }),
    );
    const bold = await render(grey, contractWith({ watermark: { ...textMark, text: 'R&D', size: 0.8 } }));
    expect(escaped.bytes.equals(bold.bytes)).toBe(false);
    expect(escaped.facts.remarks).toEqual([]);
  });

  it('has letters for the scripts of the schools that are served, and never draws a box', async () => {
    const drawn = [
      'Ärzte ęłŁžů Tiếng Việt ©®™ “quoted” – 1/2',
      'Ελλάδα Привет Їжак',
      '授業用 カタカナ 样本 们龙 樣本 한국어',
      'نموذج שלום हिन्दी ภาษาไทย',
    ];
    for (const text of drawn) expect(missingLetters(text)).toEqual([]);
    expect(missingLetters('தமிழ் 🙂')).toHaveLength(6);
    const grey = await flat(100, 100, '#808080').png().toBuffer();
    const tamil = contractWith({ watermark: { ...textMark, text: 'தமிழ்' } });
    await expect(render(grey, tamil)).rejects.toMatchObject({ code: 'contract_unmet' });
  });

  it('joins Arabic letters, and writes from right to left', async () => {
    const zeroWidthNonJoiner = '\u200c';
    const joined = await inkOf('سلمى');
    const apart = await inkOf([...'سلمى'].join(zeroWidthNonJoiner));
    expect(joined.width / joined.height).toBeLessThan((0.9 * apart.width) / apart.height);
    // One tall letter, then hyphens: in Hebrew the tall one stands at the right.
    const hebrew = await inkOf('ש־־־־');
    expect(hebrew.right).toBeGreaterThan(2 * hebrew.left);
  });

  it('draws different letters differently', async () => {
    const grey = await flat(400, 100, '#808080').png().toBuffer();
    const pictures = await Promise.all(
      ['授業', '教室', 'Привет', 'Ωμέγα'].map(async (text) => {
        const { facts } = await render(grey, contractWith({ watermark: { ...textMark, text } }));
        return facts.sha256;
      }),
    );
    expect(new Set(pictures).size).toBe(4);
  });

  it.each([
    ['draws nothing', '\ufdfd'],
    ['is longer than any picture', '\u2e3b'.repeat(200)],
    ['is blank', '\u3164'],
  ])('that %s is one typed refusal, never a file without its mark', async (_, text) => {
    const grey = await flat(100, 100, '#808080').png().toBuffer();
    const contract = contractWith({ watermark: { ...textMark, text } });
    await expect(render(grey, contract)).rejects.toMatchObject({
      name: 'RenderRefused',
      code: 'contract_unmet',
      message: expect.stringContaining('cannot be drawn'),
    });
  });

  it.each(['#ffffff', '#000000', '#808080'])('shows on %s', async (background) => {
    const master = await flat(400, 300, background).png().toBuffer();
    expect(await shareMarked(master, { ...textMark, opacity: 0.6 })).toBeGreaterThan(0.003);
  });

  it('is faint at a low opacity and strong at a high one', async () => {
    const master = await flat(400, 300, '#000000').png().toBuffer();
    const strongest = async (opacity: number) => {
      const { rgba } = await render(
        master,
        contractWith({ watermark: { ...textMark, opacity, outline: 'none' } }),
      );
      return rgba.reduce((most, value, at) => (at % 4 === 3 ? most : Math.max(most, value)), 0);
    };
    expect(await strongest(0.2)).toBe(51);
    expect(await strongest(1)).toBe(255);
  });
});

const isRed = (r: number, g: number) => r > 200 && g < 60;

describe('the size of a mark', () => {
  const box = {
    kind: 'image',
    image_id: 'a'.repeat(64),
    opacity: 1,
    anchor: 'bottom-right',
    size: 0.5,
    min_px: 1,
    margin: 0.1,
  };

  it.each([
    [300, 100],
    [100, 300],
    [100, 100],
  ])('is a share of the short side, on %i × %i px as on any other', async (width, height) => {
    const mark = await flat(40, 20, '#ff0000').png().toBuffer();
    const master = await flat(width, height, '#808080').png().toBuffer();
    const { rgba } = await render(master, contractWith({ watermark: box }), { mark });
    expect(boundsOf(rgba, width, isRed)).toEqual({
      left: width - 60,
      top: height - 35,
      right: width - 11,
      bottom: height - 11,
    });
  });

  it('may be more than the short side of a wide picture, and never leaves the picture', async () => {
    const mark = await flat(40, 10, '#ff0000').png().toBuffer();
    const master = await flat(300, 100, '#808080').png().toBuffer();
    const sized = async (size: number) => {
      const watermark = { ...box, size, margin: 0 };
      const { rgba } = await render(master, contractWith({ watermark }), { mark });
      return boundsOf(rgba, 300, isRed);
    };
    expect(await sized(2)).toMatchObject({ left: 100, right: 299 });
    expect(await sized(3)).toMatchObject({ left: 0, right: 299 });
  });
});

describe('a soft shadow', () => {
  const plain = { ...textMark, outline: 'none', color: '#ffffff', opacity: 0.8, size: 0.6 };

  it('lets white letters show on white, and black ones on black', async () => {
    const white = await flat(400, 300, '#ffffff').png().toBuffer();
    const black = await flat(400, 300, '#000000').png().toBuffer();
    expect(await shareMarked(white, plain)).toBe(0);
    expect(await shareMarked(white, { ...plain, shadow: 'dark' })).toBeGreaterThan(0.01);
    expect(await shareMarked(black, { ...plain, color: '#000000' })).toBe(0);
    expect(await shareMarked(black, { ...plain, color: '#000000', shadow: 'light' })).toBeGreaterThan(0.01);
  });

  it.each([0, 30])('stands around an image mark and moves it nowhere, turned by %i°', async (rotation) => {
    const mark = await flat(40, 20, '#ff0000').png().toBuffer();
    const master = await flat(300, 200, '#ffffff').png().toBuffer();
    const rule = {
      kind: 'image',
      image_id: 'a'.repeat(64),
      opacity: 1,
      anchor: 'top-left',
      size: 0.3,
      min_px: 1,
      rotation,
    };
    const bare = await render(master, contractWith({ watermark: rule }), { mark });
    const lifted = await render(master, contractWith({ watermark: { ...rule, shadow: 'dark' } }), { mark });
    const [before, after] = [bare, lifted].map(({ rgba }) => boundsOf(rgba, 300, isRed));
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? 99))).toBeLessThanOrEqual(1);
    expect(shareOfDifference(bare.rgba, lifted.rgba)).toBeGreaterThan(0.005);
  });
});

describe('where a mark does not fit', () => {
  const tiny = flat(20, 20, '#808080').png().toBuffer();
  const rule = { ...textMark, size: 0.5, min_px: 18 };

  it('it is drawn smaller, or hidden, or the file is refused, as its rule says', async () => {
    const smaller = await render(await tiny, contractWith({ watermark: { ...rule, below_min: 'smaller' } }));
    expect(smaller.facts.remarks[0]).toContain('drawn smaller');
    const hidden = await render(await tiny, contractWith({ watermark: { ...rule, below_min: 'hidden' } }));
    expect(hidden.facts.remarks[0]).toContain('left out');
    expect(hidden.rgba.equals((await render(await tiny, contractWith({}))).rgba)).toBe(true);
    await expect(
      render(await tiny, contractWith({ watermark: { ...rule, below_min: 'refuse' } })),
    ).rejects.toMatchObject({ code: 'contract_unmet' });
  });

  it('an image mark larger than the picture is scaled, also on 1×1', async () => {
    const mark = await flat(900, 700, '#ff0000').png().toBuffer();
    const watermark = {
      kind: 'image',
      image_id: 'a'.repeat(64),
      opacity: 1,
      anchor: 'center',
      size: 1,
      min_px: 100,
    };
    for (const size of [1, 7, 30]) {
      const master = await flat(size, size, '#808080').png().toBuffer();
      const { at } = await render(master, contractWith({ watermark }), { mark });
      expect(at(Math.floor(size / 2), Math.floor(size / 2))[0]).toBe(255);
    }
  });
});

describe('any mark rule on any small picture', () => {
  it('gives a file or one typed refusal', async () => {
    const rule = fc.record({
      kind: fc.constant('text'),
      text: fc.constantFrom('Preview', '授業用', '<&>', 'i', 'a rather long text for a mark'),
      outline: fc.constantFrom('none', 'dark', 'light'),
      opacity: fc.double({ min: 0.05, max: 1, noNaN: true }),
      place: fc.constantFrom(
        { anchor: 'top' },
        { anchor: 'bottom-left' },
        { tile: { spacing: 0 } },
        { tile: { spacing: 2 } },
      ),
      margin: fc.double({ min: 0, max: 0.4, noNaN: true }),
      size: fc.double({ min: 0.01, max: 3, noNaN: true }),
      min_px: fc.integer({ min: 1, max: 200 }),
      below_min: fc.constantFrom('smaller', 'hidden', 'refuse'),
      rotation: fc.integer({ min: -180, max: 180 }),
      shadow: fc.constantFrom('none', 'dark', 'light'),
    });
    const side = fc.integer({ min: 1, max: 80 });
    await fc.assert(
      fc.asyncProperty(rule, side, side, async ({ place, ...shared }, width, height) => {
        const master = await flat(width, height, '#6080a0').png().toBuffer();
        const rendered = await render(master, contractWith({ watermark: { ...shared, ...place } })).catch(
          (error) => error,
        );
        if (rendered instanceof Error) expect(rendered).toMatchObject({ code: 'contract_unmet' });
        else expect([rendered.facts.width, rendered.facts.height]).toEqual([width, height]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the partner’s campaign mark', () => {
  const contract = seededPolicies
    .find(({ slug }) => slug === 'partner')
    ?.contracts.find(({ format }) => format === 'campaign');
  const clean = outputContract.parse({ ...contract, watermark: { kind: 'none' } });

  it.each([
    ['landscape', 1500, 1000],
    ['portrait', 1000, 1500],
    ['panorama', 2400, 400],
    ['tall', 400, 2400],
    ['small', 300, 200],
  ])('covers at least 3 %% of a %s picture, on light, dark and noise', async (_, width, height) => {
    const masters = [flat(width, height, '#ffffff'), flat(width, height, '#000000'), noisy(width, height)];
    for (const master of masters) {
      const bytes = await master.png().toBuffer();
      const marked = await render(bytes, outputContract.parse(contract));
      const unmarked = await render(bytes, clean);
      expect(shareOfDifference(unmarked.rgba, marked.rgba)).toBeGreaterThan(0.03);
    }
  });
});
