import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noisy } from '#test/pictures.ts';
import { contractWith, renderMaker } from '#test/render-maker.ts';
import { listCodings } from './codings.ts';
import { fitSize } from './fit-size.ts';

const render = renderMaker();
const noise = noisy(600, 400).png().toBuffer();

describe('the size limit', () => {
  it.each([
    ['image/jpeg', 20_000],
    ['image/webp', 40_000],
    ['image/avif', 20_000],
    ['image/png', 90_000],
  ])('is kept by a %s that first gives up quality', async (media_type, max_bytes) => {
    const alpha = media_type === 'image/jpeg' ? 'forbidden' : 'allowed';
    const contract = contractWith({ media_type, alpha, max_bytes, min_width: 64, max_width: 400 });
    const { facts } = await render(await noise, contract);
    expect(facts.bytes).toBeLessThanOrEqual(max_bytes);
    expect(facts.bytes).toBeGreaterThan(max_bytes * 0.6);
    expect(facts.remarks.at(-1)).toContain(`To keep ${max_bytes.toLocaleString('en')} bytes`);
  });

  it('is kept at the full width where there is no least width', async () => {
    const contract = contractWith({ media_type: 'image/webp', max_bytes: 30_000 });
    expect((await render(await noise, contract)).facts.width).toBe(400);
  });

  it('is refused, never broken, where not even the least fits', async () => {
    const contract = contractWith({ media_type: 'image/png', max_bytes: 1000, min_width: 200 });
    await expect(render(await noise, contract)).rejects.toMatchObject({ code: 'contract_unmet' });
  });

  it('leaves a file alone that fits at once', async () => {
    const { facts } = await render(
      await noise,
      contractWith({ media_type: 'image/webp', max_bytes: 900_000 }),
    );
    expect(facts.remarks).toEqual([]);
  });

  it('is kept by whatever an encoder makes of it: the best level at the widest width, or a refusal', async () => {
    const encoder = fc.record({
      limit: fc.integer({ min: 1000, max: 300_000 }),
      perPixel: fc.double({ min: 0.01, max: 3, noNaN: true }),
      overhead: fc.integer({ min: 0, max: 3000 }),
      wobble: fc.double({ min: 0, max: 0.1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(encoder, async ({ limit, perPixel, overhead, wobble }) => {
        const contract = contractWith({ media_type: 'image/webp', max_bytes: limit, min_width: 50 });
        let written = 0;
        const size = (width: number, quality = 80) =>
          Math.round(
            overhead +
              width *
                width *
                perPixel *
                (quality / 100) ** 1.5 *
                (1 + wobble * Math.sin(width * 7 + quality * 3)),
          );
        const attempt = async (width: number, { quality }: { quality?: number }) => {
          written += 1;
          return Buffer.alloc(size(width, quality));
        };
        const { levels } = listCodings(contract);
        const fitted = await fitSize(contract, 400, attempt).catch((error) => error);
        expect(written).toBeLessThan(30);
        if (fitted instanceof Error) {
          expect(fitted).toMatchObject({ code: 'contract_unmet' });
          expect(size(50, levels.at(-1)?.quality)).toBeGreaterThan(limit);
        } else {
          expect(fitted.body.length).toBeLessThanOrEqual(limit);
          expect(fitted.fileWidth).toBeGreaterThanOrEqual(50);
        }
      }),
      { numRuns: 200 },
    );
  });
});
