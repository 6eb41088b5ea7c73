import { open } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ChildFailed } from '#lib/child/child-errors.ts';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { DecodedPicture, DecodeRequest } from '#lib/ingest/facts.ts';
import { assetFailures } from '#lib/lifecycle.ts';
import { pictureFormats } from '#lib/picture/picture-formats.ts';
import { detectType, firstBytes } from '#lib/upload/detect-type.ts';
import { type CorpusFile, corpusFolder, type Outcome, parseOutcomes, readCorpus } from './corpus.ts';

const limits = { maxPixels: 100_000_000, maxFrames: 256, maxJpegScans: 100 };
const refusedWithinMs = 2000;

const decoders = new ChildPool<DecodeRequest, DecodedPicture>({
  entry: 'lib/ingest/decode-child.ts',
  size: 2,
  recycleAfter: 1000,
});
afterAll(() => decoders.close());

/** The way of an upload: its first bytes are looked at, and what passes is decoded in full. */
async function judge(file: CorpusFile): Promise<Outcome> {
  if ((await detectType(await readStart(file.path))).state === 'refused') return { state: 'rejected' };
  try {
    const picture = await decoders.run({ path: file.path, limits }, { deadlineMs: 20_000 });
    return {
      state: 'accepted',
      type: pictureFormats[picture.format].mediaType,
      width: picture.width,
      height: picture.height,
      alpha: picture.hasAlpha,
      pages: picture.pages,
    };
  } catch (error) {
    const isKnown = error instanceof ChildFailed && assetFailures.some((failure) => failure === error.code);
    if (!isKnown) throw error;
    return { state: 'rejected' };
  }
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
  return buffer.subarray(0, bytesRead);
}

const folder = corpusFolder();

describe.skipIf(folder === undefined)('real files end as their manifest says', () => {
  for (const file of folder === undefined ? [] : readCorpus(folder)) {
    test(`${file.name}: ${file.special}`, async () => {
      const before = performance.now();
      const outcome = await judge(file);
      expect(file.outcomes).toContainEqual(outcome);
      if (outcome.state === 'rejected') expect(performance.now() - before).toBeLessThan(refusedWithinMs);
    });
  }

  test('there are real files', () => {
    expect(readCorpus(folder ?? '').length).toBeGreaterThan(100);
  });
});

test('a manifest line may leave a choice', () => {
  expect(parseOutcomes('accept image/png 8x9 alpha=no | accept 8x9 or reject; be consistent')).toEqual([
    { state: 'accepted', type: 'image/png', width: 8, height: 9, alpha: false, pages: 1 },
    { state: 'rejected' },
  ]);
});
