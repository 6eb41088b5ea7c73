import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import { flat, landmark, noisy, shareOfDifference } from '#test/pictures.ts';
import { contractWith, renderMaker, textMark } from '#test/render-maker.ts';
import { writeMetadata } from './steps/metadata.ts';
import { verify } from './steps/verify.ts';

const render = renderMaker();

describe('size', () => {
  it('gives a master of 900×1 at least one pixel of height, and one of 1×900 one of width', async () => {
    const wide = await render(
      await flat(900, 1, '#ff0000').png().toBuffer(),
      contractWith({ max_width: 100 }),
    );
    const tall = await render(
      await flat(1, 900, '#ff0000').png().toBuffer(),
      contractWith({ max_height: 100 }),
    );
    expect([wide.facts.width, wide.facts.height]).toEqual([100, 1]);
    expect([tall.facts.width, tall.facts.height]).toEqual([1, 100]);
  });

  it('never enlarges, but by pad', async () => {
    const small = await flat(30, 20, '#336699').png().toBuffer();
    const sizes = await Promise.all(
      ['inside', 'cover', 'pad'].map(async (fit) => (await render(small, contractWith({ fit }))).facts),
    );
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [30, 20],
      [20, 20],
      [400, 400],
    ]);
  });

  it('cuts around the point of interest where the contract respects it', async () => {
    const master = await landmark(400, 100).png().toBuffer();
    const contract = contractWith({ fit: 'cover', max_width: 40, max_height: 40, focal: 'respected' });
    const left = await render(master, contract, { edits: { focal: { x: 0, y: 0 } } });
    const right = await render(master, contract, { edits: { focal: { x: 1, y: 0 } } });
    expect(left.at(20, 5)[0]).toBeGreaterThan(200);
    expect(right.at(20, 5)[1]).toBeGreaterThan(200);
  });

  it('crops before it scales', async () => {
    const edits = { crop: { left: 0.5, top: 0, width: 0.5, height: 0.5 } };
    const { facts, at } = await render(await landmark(400, 200).png().toBuffer(), contractWith({}), {
      edits,
    });
    expect([facts.width, facts.height]).toEqual([200, 100]);
    expect([at(2, 2)[1], at(197, 97)[1]]).toEqual([255, 255]);
  });
});

describe('padding', () => {
  const wide = flat(200, 100, '#102030').png().toBuffer();

  it('has the contract’s background, is transparent without one, and white where nothing may be transparent', async () => {
    const corner = async (changes: object) =>
      (await render(await wide, contractWith({ fit: 'pad', ...changes }))).at(0, 0);
    expect(await corner({ background: '#ff8800' })).toEqual([255, 136, 0, 255]);
    expect(await corner({})).toEqual([0, 0, 0, 0]);
    expect(await corner({ alpha: 'forbidden' })).toEqual([255, 255, 255, 255]);
  });

  it.each(['top-left', 'bottom', 'right', 'center'])(
    'stays free of the mark at %s, which lies inside the picture',
    async (anchor) => {
      const pad = { fit: 'pad', background: '#ffffff' };
      const clean = await render(await wide, contractWith(pad));
      const marked = await render(
        await wide,
        contractWith({ ...pad, watermark: { ...textMark, size: 0.6, anchor, rotation: 30 } }),
      );
      const row = 400 * 4;
      const picture = (rgba: Buffer) => rgba.subarray(100 * row, 300 * row);
      const above = (rgba: Buffer) => rgba.subarray(0, 100 * row);
      const below = (rgba: Buffer) => rgba.subarray(300 * row);
      expect(shareOfDifference(picture(clean.rgba), picture(marked.rgba))).toBeGreaterThan(0.01);
      expect(above(marked.rgba).equals(above(clean.rgba))).toBe(true);
      expect(below(marked.rgba).equals(below(clean.rgba))).toBe(true);
    },
  );
});

describe('a CMYK JPEG', () => {
  it('is not negative', async () => {
    for (const isLight of [true, false]) {
      const master = await flat(64, 64, isLight ? '#ffffff' : '#000000')
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer();
      expect((await sharp(master).metadata()).space).toBe('cmyk');
      const [red] = (await render(master, contractWith({}))).at(30, 30);
      expect(red > 200).toBe(isLight);
    }
  });
});

describe('CMYK without an Adobe marker', () => {
  it.each(['#ffffff', '#000000'])('is not negative: %s stays what it is', async (color) => {
    const marked = await flat(64, 64, color).toColourspace('cmyk').jpeg().toBuffer();
    const adobe = marked.indexOf('Adobe', 0, 'latin1') - 4;
    expect([marked[adobe], marked[adobe + 1]]).toEqual([0xff, 0xee]);
    const end = adobe + 2 + marked.readUInt16BE(adobe + 2);
    // As browsers have it, 255 is paper in a stand-alone CMYK JPEG, whether the marker says so or is not there.
    const bare = Buffer.concat([marked.subarray(0, adobe), marked.subarray(end)]);
    const [red] = (await render(bare, contractWith({}))).at(30, 30);
    expect(red > 200).toBe(color === '#ffffff');
  });
});

describe('the trace key', () => {
  const key = `${'a'.repeat(64)}/partner/3/campaign`;

  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])(
    'stands in the XMP of a %s beside the rights lines, and in no other place',
    async (media_type) => {
      const alpha = media_type === 'image/jpeg' ? 'forbidden' : 'allowed';
      const contract = contractWith({ media_type, alpha, metadata: 'traceable' });
      const more = { rights: { credit: 'Robo' }, traceKey: key };
      const { metadata, bytes } = await render(await noisy(90, 60).png().toBuffer(), contract, more);
      const xmp = metadata.xmp?.toString('utf8') ?? '';
      expect(xmp).toContain('<photoshop:Credit>Robo</photoshop:Credit>');
      expect(findTraceKey(xmp)).toBe(key);
      expect(bytes.indexOf(key)).toBe(bytes.lastIndexOf(key));
      expect(metadata.exif).toBe(undefined);
    },
  );

  it('stands there without any rights lines too', async () => {
    const contract = contractWith({ metadata: 'traceable' });
    const { metadata } = await render(await noisy(90, 60).png().toBuffer(), contract, { traceKey: key });
    expect(findTraceKey(metadata.xmp?.toString('utf8') ?? '')).toBe(key);
  });

  it('that is missing or another one is a fault that verifying finds', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'blazon-verify-'));
    const file = path.join(folder, 'file.jpg');
    const contract = contractWith({ media_type: 'image/jpeg', alpha: 'forbidden', metadata: 'traceable' });
    const expected = {
      file: { width: 30, height: 20 },
      metadata: { rights: undefined, traceKey: key },
      profile: undefined,
    };
    const check = async (carried: string | undefined) => {
      const pipeline = writeMetadata(noisy(30, 20), { rights: undefined, traceKey: carried });
      const { size } = await pipeline.jpeg().toFile(file);
      return verify(file, size, contract, expected);
    };
    await expect(check(key)).resolves.toMatchObject({ width: 30 });
    await expect(check(undefined)).rejects.toThrow('no trace key');
    await expect(check(key.replace('partner', 'teacher'))).rejects.toThrow('foreign XMP');
    await rm(folder, { recursive: true });
  });
});

describe('the same master and contract', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])(
    'give the same bytes each time in %s',
    async (media_type) => {
      const alpha = media_type === 'image/jpeg' ? 'forbidden' : 'allowed';
      const master = await noisy(300, 200).png().toBuffer();
      const contract = contractWith({
        media_type,
        alpha,
        watermark: { ...textMark, rotation: -20 },
        metadata: 'copyright',
      });
      const rights = { creator: 'A' };
      const [one, other] = [
        await render(master, contract, { rights }),
        await render(master, contract, { rights }),
      ];
      expect(one.facts.sha256).toBe(other.facts.sha256);
    },
  );
});

describe('a damaged master', () => {
  it('is refused with a sentence, never delivered half grey', async () => {
    const whole = await noisy(400, 400).png().toBuffer();
    const cut = whole.subarray(0, whole.length / 2);
    await expect(render(cut, contractWith({}))).rejects.toMatchObject({ code: 'source_invalid' });
    await expect(
      render(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), contractWith({})),
    ).rejects.toMatchObject({
      code: 'source_invalid',
    });
  });
});
