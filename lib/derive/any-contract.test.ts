import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mediaTypes, outputContract } from '#lib/policy/output-contract.ts';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import { renderMaker } from '#test/render-maker.ts';

const render = renderMaker();
const color = fc.constantFrom('#ffffff', '#000000', '#3355aa');

const mark = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc.record({
    kind: fc.constant('text'),
    text: fc.constantFrom('Preview', '授業用'),
    color,
    opacity: fc.constantFrom(0.2, 1),
    anchor: fc.constantFrom('top-left', 'center', 'bottom-right'),
    size: fc.constantFrom(0.1, 0.6),
    min_px: fc.integer({ min: 1, max: 40 }),
    below_min: fc.constantFrom('smaller', 'hidden', 'refuse'),
    rotation: fc.constantFrom(0, 15, -90),
  }),
);

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const anyContract = fc
  .record({
    format: fc.constant('any'),
    label: fc.constant('Any'),
    media_type: fc.constantFrom(...mediaTypes),
    max_width: fc.integer({ min: 16, max: 200 }),
    max_height: fc.integer({ min: 16, max: 200 }),
    fit: fc.constantFrom('inside', 'cover', 'pad'),
    focal: fc.constantFrom('respected', 'ignored'),
    compression: fc.record({
      quality: optional(fc.integer({ min: 1, max: 100 })),
      palette: optional(fc.boolean()),
      effort: optional(fc.integer({ min: 0, max: 3 })),
      lossless: optional(fc.boolean()),
    }),
    max_bytes: optional(fc.integer({ min: 1000, max: 20_000 })),
    min_width: optional(fc.integer({ min: 16, max: 200 })),
    render: fc.constant('at_approval'),
    alpha: fc.constantFrom('required', 'allowed', 'forbidden'),
    background: optional(color),
    watermark: mark,
    color_profile: fc.constantFrom('srgb', 'keep'),
    metadata: fc.constantFrom('strip', 'copyright', 'traceable'),
  })
  .map((contract) => outputContract.safeParse(contract))
  .filter(({ success }) => success)
  .map(({ data }) => outputContract.parse(data));

const side = fc.integer({ min: 1, max: 300 });
const anyMaster = fc.record({
  width: side,
  height: side,
  kind: fc.constantFrom('photo', 'grey', 'transparent', 'p3', 'turned'),
});
type AnyMaster = typeof anyMaster extends fc.Arbitrary<infer T> ? T : never;

async function draw({ width, height, kind }: AnyMaster): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const base = sharp({ create: { width, height, channels: 3, background: '#888888', noise } });
  if (kind === 'grey') return base.toColourspace('b-w').png().toBuffer();
  if (kind === 'transparent') return base.ensureAlpha(0.5).png().toBuffer();
  if (kind === 'p3') return base.withIccProfile('p3').png().toBuffer();
  if (kind === 'turned') return base.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return base.jpeg().toBuffer();
}

describe('any valid contract on any picture', () => {
  it('gives a file that obeys every field, or one typed refusal', async () => {
    await fc.assert(
      fc.asyncProperty(anyMaster, anyContract, async (master, contract) => {
        const edits = { focal: { x: 0.1, y: 0.9 } };
        const rights = contract.metadata === 'strip' ? undefined : { creator: 'A. Person' };
        const key = contract.metadata === 'traceable' ? `${'a'.repeat(64)}/teacher/1/any` : undefined;
        const more = { edits, ...(rights && { rights }), ...(key && { traceKey: key }) };
        const rendered = await render(await draw(master), contract, more).catch((error) => error);
        if (rendered instanceof Error) {
          expect(rendered).toMatchObject({ code: 'contract_unmet' });
          expect(mayRefuse(master, contract)).toBe(true);
          return;
        }
        const { facts, metadata, bytes } = rendered;
        const type = metadata.format === 'heif' ? 'image/avif' : `image/${metadata.format}`;
        expect(type).toBe(contract.media_type);
        expect([metadata.width, metadata.height]).toEqual([facts.width, facts.height]);
        expect(facts.width).toBeLessThanOrEqual(contract.max_width);
        expect(facts.height).toBeLessThanOrEqual(contract.max_height);
        if (contract.fit === 'pad' && !contract.max_bytes)
          expect([facts.width, facts.height]).toEqual([contract.max_width, contract.max_height]);
        expect(bytes.length).toBeLessThanOrEqual(contract.max_bytes ?? bytes.length);
        if (contract.alpha === 'forbidden') expect(metadata.hasAlpha).toBe(false);
        if (contract.alpha === 'required') expect(metadata.hasAlpha).toBe(true);
        // `withMetadata` tags what it writes as sRGB.
        const isTagged = master.kind === 'p3' || master.kind === 'turned';
        expect(metadata.icc !== undefined).toBe(contract.color_profile === 'keep' && isTagged);
        expect(metadata.exif !== undefined).toBe(rights !== undefined);
        expect(findTraceKey(metadata.xmp?.toString('utf8') ?? '')).toBe(key);
      }),
      { numRuns: 250 },
    );
  });
});

/** The three rules that may refuse: alpha, the size limit, and a mark that may not be smaller. */
function mayRefuse(master: AnyMaster, contract: ReturnType<typeof outputContract.parse>): boolean {
  const { alpha, max_bytes, watermark } = contract;
  return (
    (alpha === 'required' && master.kind !== 'transparent') ||
    max_bytes !== undefined ||
    (watermark.kind !== 'none' && watermark.below_min === 'refuse')
  );
}
