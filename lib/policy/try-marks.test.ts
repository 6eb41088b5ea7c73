import { describe, expect, it } from 'vitest';
import { testServices } from '#test/services.ts';
import { type OutputContract, outputContract } from './output-contract.ts';
import { tryMarks } from './try-marks.ts';

const { services } = await testServices();

const marked = (text: string, side = 10_000, changes: object = {}): OutputContract =>
  outputContract.parse({
    format: 'web',
    label: 'Web',
    media_type: 'image/png',
    max_width: side,
    max_height: side,
    fit: 'inside',
    compression: {},
    render: 'at_approval',
    alpha: 'allowed',
    watermark: { kind: 'text', text, opacity: 1, anchor: 'center', size: 1, min_px: 8, ...changes },
  });

describe('a mark that is drawn once before its policy is written', () => {
  it.each([
    ['a ligature whose glyph is empty', '\ufdfd'.repeat(200)],
    ['a text that is longer than any picture', '\u2e3b'.repeat(200)],
    ['a blank letter', '\u3164'],
    ['a space that counts as a letter', '\u1160'],
  ])('is refused by its field as %s', async (_, text) => {
    expect(await tryMarks(services, [marked('Sample', 800), marked(text)])).toEqual([
      { path: 'contracts.1.watermark.text', message: expect.stringMatching(/cannot be drawn.*\.$/) },
    ]);
  });

  it('is drawn at 10,000 px within its bounds, outline, shadow and turn included', async () => {
    for (const contract of [marked('l'), marked('Ä1', 10_000, { shadow: 'dark', rotation: 30 })])
      expect(await tryMarks(services, [contract])).toEqual([]);
  }, 120_000);

  it('is refused where its least size fits on no picture of the format, since all would go without', async () => {
    const hidden = marked('A mark of some length', 100, { min_px: 90, below_min: 'hidden' });
    expect(await tryMarks(services, [hidden])).toMatchObject([
      { message: expect.stringContaining('fits on no picture') },
    ]);
  });

  it('is refused when it takes more time or memory than it may, and its child is gone', async () => {
    const bounded = (bounds: object) => ({ ...services, env: { ...services.env, ...bounds } });
    const contract = marked('Slow', 9_999, { shadow: 'light' });
    expect(await tryMarks(bounded({ MARK_DEADLINE_MS: 50 }), [contract, contract])).toEqual([
      { path: 'contracts.0.watermark.text', message: expect.stringContaining('takes longer than it may') },
    ]);
    expect(await tryMarks(bounded({ MARK_MEMORY_MB: 150 }), [contract])).toEqual([
      { path: 'contracts.0.watermark.text', message: expect.stringContaining('more memory than it may') },
    ]);
  }, 60_000);
});
