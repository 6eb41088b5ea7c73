import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { MediaType, OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import { anyContract } from '#test/any-contract.ts';
import { type AnyPicture, anyPicture, drawPicture, keepableProfile, uprightSize } from '#test/any-picture.ts';
import { barePicture, fileParts } from '#test/file-parts.ts';
import { flat, shareOfDifference } from '#test/pictures.ts';
import { type RenderedPicture, renderMaker } from '#test/render-maker.ts';

const render = renderMaker();

const anyEdits = fc.record(
  {
    focal: fc.record({ x: fc.constantFrom(0, 0.3, 1), y: fc.constantFrom(0, 0.7, 1) }),
    crop: fc.constantFrom(
      { left: 0.25, top: 0.1, width: 0.5, height: 0.8 },
      { left: 0, top: 0, width: 0.1, height: 1 },
    ),
  },
  { requiredKeys: [] },
);

interface Made {
  picture: AnyPicture;
  contract: OutputContract;
  edits: VersionEdits;
}

const mark = flat(30, 20, '#ff0080').png().toBuffer();
const rights = { creator: 'A. Person' };
const key = `${'a'.repeat(64)}/teacher/1/any`;

async function make({ picture, contract, edits }: Made): Promise<RenderedPicture> {
  return await render(await drawPicture(picture), contract, {
    edits,
    mark: await mark,
    ...(contract.metadata !== 'strip' && { rights }),
    ...(contract.metadata === 'traceable' && { traceKey: key }),
  });
}

describe('any valid contract on any picture', () => {
  it('gives a file that obeys every field, or one typed refusal', async () => {
    await fc.assert(
      fc.asyncProperty(anyPicture, anyContract, anyEdits, async (picture, contract, edits) => {
        const made = { picture, contract, edits };
        const rendered = await make(made).catch((error) => error);
        if (rendered instanceof Error) {
          expect(rendered).toMatchObject({ code: 'contract_unmet', message: expect.stringMatching(/\.$/) });
          expect(mayRefuse(made)).toBe(true);
          return;
        }
        expectType(contract, rendered.bytes);
        expectSize(made, rendered);
        expectAlpha(made, rendered);
        await expectParts(made, rendered);
        await expectMark(made, rendered);
        await expectLossless(made, rendered);
      }),
      { numRuns: 200 },
    );
  });
});

/** The three rules that may refuse: alpha, the size limit, and a mark that may not be smaller. */
function mayRefuse({ contract: { alpha, max_bytes, watermark } }: Made): boolean {
  const isMarkStrict = watermark.kind !== 'none' && watermark.below_min === 'refuse';
  return alpha === 'required' || max_bytes !== undefined || isMarkStrict;
}

const magic: Readonly<Record<MediaType, [at: number, bytes: string]>> = {
  'image/jpeg': [0, '\xff\xd8\xff'],
  'image/png': [0, '\x89PNG\r\n\x1a\n'],
  'image/webp': [8, 'WEBP'],
  'image/avif': [4, 'ftypavif'],
};

function expectType({ media_type, compression }: OutputContract, bytes: Buffer): void {
  const [at, text] = magic[media_type];
  expect(bytes.toString('latin1', at, at + text.length)).toBe(text);
  const isPalette = bytes[25] === 3;
  if (media_type === 'image/png' && compression.palette !== undefined)
    expect(isPalette).toBe(compression.palette);
  if (media_type === 'image/webp' && compression.lossless) expect(fileParts(bytes)).toContain('VP8L');
}

function expectSize({ picture, contract, edits }: Made, { bytes, facts, metadata }: RenderedPicture): void {
  const { width, height } = metadata;
  const { max_width, max_height, max_bytes, min_width, fit } = contract;
  expect([facts.width, facts.height]).toEqual([width, height]);
  expect(width).toBeLessThanOrEqual(max_width);
  expect(height).toBeLessThanOrEqual(max_height);
  expect(bytes.length).toBeLessThanOrEqual(max_bytes ?? bytes.length);
  const upright = uprightSize(picture);
  const { crop } = edits;
  const part = (share: number, side: number) => Math.max(1, Math.round(share * side));
  const from = crop
    ? { width: part(crop.width, upright.width), height: part(crop.height, upright.height) }
    : upright;
  if (fit !== 'pad') {
    expect(width).toBeLessThanOrEqual(from.width);
    expect(height).toBeLessThanOrEqual(from.height);
  }
  const wanted = unlimitedSize(contract, from);
  if (max_bytes !== undefined && min_width !== undefined) {
    expect(width).toBeGreaterThanOrEqual(Math.min(min_width, wanted.width) - 1.5);
    expect(width).toBeLessThanOrEqual(wanted.width + 1.5);
    return;
  }
  expect(Math.abs(width - wanted.width)).toBeLessThanOrEqual(fit === 'pad' ? 0 : 1.5);
  expect(Math.abs(height - wanted.height)).toBeLessThanOrEqual(fit === 'pad' ? 0 : 1.5);
}

/** By the meaning of `fit` alone, unrounded. */
function unlimitedSize(
  { fit, max_width, max_height }: OutputContract,
  from: { width: number; height: number },
): { width: number; height: number } {
  const [across, down] = [max_width / from.width, max_height / from.height];
  if (fit === 'pad') return { width: max_width, height: max_height };
  if (fit === 'inside') {
    const factor = Math.min(1, across, down);
    return { width: from.width * factor, height: from.height * factor };
  }
  const factor = Math.min(1, 1 / across, 1 / down);
  return { width: max_width * factor, height: max_height * factor };
}

function expectAlpha({ contract }: Made, { metadata, rgba }: RenderedPicture): void {
  const clear = rgba.some((value, at) => at % 4 === 3 && value !== 255);
  if (contract.alpha === 'forbidden') expect([metadata.hasAlpha, clear]).toEqual([false, false]);
  if (contract.alpha === 'required') expect([metadata.hasAlpha, clear]).toEqual([true, true]);
}

const rightsParts = [
  'APP1 Exif',
  'APP1 http://ns.adobe.com/xap/1.0/',
  'eXIf',
  'iTXt',
  'EXIF',
  'XMP',
  'item Exif',
  'item mime',
];
const profileParts = ['APP2 ICC_PROFILE', 'iCCP', 'ICCP'];

async function expectParts({ picture, contract }: Made, { bytes, metadata }: RenderedPicture): Promise<void> {
  const extra = fileParts(bytes).filter((part) => !barePicture[contract.media_type].includes(part));
  const kept = contract.color_profile === 'keep' ? keepableProfile(picture) : undefined;
  const allowed = [...(contract.metadata === 'strip' ? [] : rightsParts), ...(kept ? profileParts : [])];
  expect(extra.filter((part) => !allowed.includes(part))).toEqual([]);
  expect(metadata.icc).toEqual(kept);
  expect(metadata.exif !== undefined).toBe(contract.metadata !== 'strip');
  expect(bytes.includes('Stranger')).toBe(false);
  const xmp = metadata.xmp?.toString('utf8') ?? '';
  expect(xmp.includes('A. Person')).toBe(contract.metadata !== 'strip');
  expect(findTraceKey(xmp)).toBe(contract.metadata === 'traceable' ? key : undefined);
}

/** Seen where nothing but the mark can make a difference: in a PNG of all colours, without a size limit. */
async function expectMark(made: Made, { facts, rgba }: RenderedPicture): Promise<void> {
  const { contract } = made;
  const { watermark, compression, max_bytes, media_type } = contract;
  if (media_type !== 'image/png' || compression.palette || max_bytes !== undefined) return;
  const clean = await make({ ...made, contract: { ...contract, watermark: { kind: 'none' } } });
  const isMarked = watermark.kind !== 'none' && !facts.remarks.some((remark) => remark.includes('left out'));
  expect(shareOfDifference(clean.rgba, rgba, 1) > 0).toBe(isMarked);
}

async function expectLossless(made: Made, { bytes }: RenderedPicture): Promise<void> {
  const { contract } = made;
  if (!contract.compression.lossless || contract.max_bytes !== undefined) return;
  const png = await make({ ...made, contract: { ...contract, media_type: 'image/png', compression: {} } });
  const [one, other] = await Promise.all([bytes, png.bytes].map(visible));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
}

/** The stored pixels; where nothing shows, every colour is the same. */
async function visible(bytes: Buffer): Promise<Buffer> {
  const rgba = await sharp(bytes, { ignoreIcc: true }).ensureAlpha().raw().toBuffer();
  for (let at = 0; at < rgba.length; at += 4) if (rgba[at + 3] === 0) rgba.fill(0, at, at + 3);
  return rgba;
}
