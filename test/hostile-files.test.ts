import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ChildFailed } from '#lib/child/child-errors.ts';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { DecodedPicture, DecodeRequest } from '#lib/ingest/facts.ts';
import { assetFailures } from '#lib/lifecycle.ts';
import { detectType, firstBytes } from '#lib/upload/detect-type.ts';
import { childPeaks } from './child-peaks.ts';
import { corpusFolder, readCorpus } from './corpus.ts';
import { hostileFiles, textBombs } from './hostile-files.ts';
import { fileMaker, hollowPng } from './picture-files.ts';
import { noisy } from './pictures.ts';

/** What one file may cost before it is refused. */
const most = { ms: 2000, mb: 300 };
const limits = { maxPixels: 100_000_000, maxFrames: 256, maxJpegScans: 100 };
const entry = 'lib/ingest/decode-child.ts';

const file = fileMaker();
const first = file('first.jpg', await noisy(8, 8).jpeg().toBuffer());
const folder = corpusFolder();
const generated = Object.entries(await hostileFiles());

describe('is refused within 2 s and 300 MB', () => {
  for (const [name, bytes] of generated)
    test(name, async () => {
      const outcome = await judge(file('hostile', bytes));
      expect(outcome.failure).toBeDefined();
      expectCheap(outcome);
    });

  // Headers, bombs and damage of every kind: whatever is refused, is refused cheaply.
  const refused = (folder === undefined ? [] : readCorpus(folder)).filter(({ outcomes }) =>
    outcomes.some(({ state }) => state === 'rejected'),
  );
  for (const { name, path, special, outcomes } of refused)
    test(`${name}: ${special}`, async () => {
      const outcome = await judge(path);
      if (outcomes.length === 1) expect(outcome.failure).toBeDefined();
      expectCheap(outcome);
    });

  test.skipIf(folder === undefined)('there are hostile files', () => {
    expect(refused.length).toBeGreaterThan(40);
  });
});

test('640 MB of compressed text beside a small picture cost neither time nor memory', async () => {
  expectCheap(await judge(file('text', hollowPng(4, 4, ...textBombs(8)))));
});

interface Verdict {
  /** Undefined where it was accepted. */
  failure: string | undefined;
  ms: number;
  /** The peak of the child that opened it; none where no child did, or nobody counts. */
  mb: number;
}

function expectCheap({ ms, mb }: Verdict): void {
  expect(ms).toBeLessThan(most.ms);
  expect(mb).toBeLessThan(most.mb);
}

/** The way of an upload, each file in a child of its own, whose start does not count. */
async function judge(path: string): Promise<Verdict> {
  const started = performance.now();
  const detected = await detectType(await readStart(path));
  const ms = performance.now() - started;
  if (detected.state === 'refused') return { failure: detected.failure, ms, mb: 0 };
  const child = new ChildPool<DecodeRequest, DecodedPicture>({ entry, size: 1, recycleAfter: 1000 });
  const decode = (what: string) => child.run({ path: what, limits }, { deadlineMs: 20_000 });
  try {
    await decode(first);
    const before = performance.now();
    const failure = await decode(path).then(() => undefined, failureOf);
    return { failure, ms: performance.now() - before, mb: childPeaks(entry)[0] ?? 0 };
  } finally {
    await child.close();
  }
}

function failureOf(error: unknown): string {
  const known = error instanceof ChildFailed && assetFailures.find((failure) => failure === error.code);
  if (!known) throw error;
  return known;
}

async function readStart(path: string): Promise<Buffer> {
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
  return buffer.subarray(0, bytesRead);
}
