import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { RenderAnswer, RenderRequest } from '#lib/derive/render-protocol.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { type CorpusFile, corpusFolder, readCorpus } from './corpus.ts';
import { barePicture, fileParts } from './file-parts.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'blazon-corpus-'));
const children = new ChildPool<RenderRequest, RenderAnswer>({
  entry: 'lib/derive/render-child.ts',
  size: 2,
  recycleAfter: 1000,
});
afterAll(async () => {
  await children.close();
  rmSync(scratch, { recursive: true, force: true });
});

const contracts = seededPolicies.flatMap(({ slug, contracts: own }) =>
  own.map((contract) => ({ name: `${slug}/${contract.format}`, contract: outputContract.parse(contract) })),
);
type Named = (typeof contracts)[number];

type Result = { name: string; contract: OutputContract; bytes?: Buffer; refusal?: string };

/** Anything but a file or a refusal in words throws: a crash, a child that hangs, a fault of verification. */
async function renderOne(file: CorpusFile, { name, contract }: Named): Promise<Result> {
  const outputPath = path.join(scratch, randomUUID());
  const request = { masterPath: file.path, markPath: undefined, outputPath, contract, edits: null };
  const answer = await children.run(
    { ...request, rights: undefined, traceKey: undefined, maxPixels: 100_000_000 },
    { deadlineMs: 60_000 },
  );
  if (answer.state === 'refused') return { name, contract, refusal: `${answer.code}: ${answer.message}` };
  const bytes = readFileSync(outputPath);
  rmSync(outputPath);
  return { name, contract, bytes };
}

const folder = corpusFolder();
const files = folder === undefined ? [] : readCorpus(folder);
const isAcceptable = ({ outcomes }: CorpusFile) => outcomes.some(({ state }) => state === 'accepted');

describe.skipIf(folder === undefined)('every accepted real file, in every seeded contract', () => {
  for (const file of files.filter(isAcceptable)) {
    test(`${file.name}: ${file.special}`, async () => {
      const results = await Promise.all(contracts.map((named) => renderOne(file, named)));
      const isSure = file.outcomes.every(({ state }) => state === 'accepted');
      const refused = results.filter(({ refusal }) => refusal !== undefined);
      // What ingest accepts, every contract of these can be met for. What it may refuse gets one verdict for all.
      if (isSure) expect(refused).toEqual([]);
      else expect([0, contracts.length]).toContain(refused.length);
      for (const { name, contract, bytes } of results)
        if (bytes) await expectObeys(file, contract, bytes, name);
    });
  }

  test('there are real files', () => {
    expect(files.filter(isAcceptable).length).toBeGreaterThan(60);
  });
});

describe.skipIf(folder === undefined)('a file that ingest refuses ends no renderer', () => {
  for (const file of files.filter((candidate) => !isAcceptable(candidate))) {
    test(`${file.name}: ${file.special}`, async () => {
      const [sample] = contracts;
      if (!sample) throw new Error('no contract');
      const { contract, bytes, refusal } = await renderOne(file, sample);
      if (bytes) await expectObeys(undefined, contract, bytes, sample.name);
      else expect(refusal).toMatch(/^source_invalid: The photo .+\.$/);
    });
  }
});

/** Read anew, apart from the renderer's own verification: type, bounds, shape, transparency, and nothing besides. */
async function expectObeys(
  file: CorpusFile | undefined,
  contract: OutputContract,
  bytes: Buffer,
  name: string,
): Promise<void> {
  const { width, height, hasAlpha, space, pages } = await sharp(bytes).metadata();
  expect(
    fileParts(bytes).filter((part) => !barePicture[contract.media_type].includes(part)),
    name,
  ).toEqual([]);
  expect(space).toMatch(/^(srgb|b-w)$/);
  expect(pages ?? 1).toBe(1);
  expect(width).toBeLessThanOrEqual(contract.max_width);
  expect(height).toBeLessThanOrEqual(contract.max_height);
  expect(bytes.length).toBeLessThanOrEqual(contract.max_bytes ?? bytes.length);
  if (contract.alpha === 'forbidden') expect(hasAlpha, name).toBe(false);
  if (file) expect(shapeIsRight(file, { width, height }), `${name}: ${width} × ${height}`).toBe(true);
}

/** All seeded contracts keep the shape that the manifest states, as people see it. */
function shapeIsRight(
  { outcomes }: CorpusFile,
  { width, height }: { width: number; height: number },
): boolean {
  return outcomes.some(
    (outcome) =>
      outcome.state === 'accepted' &&
      width <= outcome.width &&
      height <= outcome.height &&
      (Math.abs(width - (height * outcome.width) / outcome.height) <= 1 + outcome.width / outcome.height ||
        Math.abs(height - (width * outcome.height) / outcome.width) <= 1),
  );
}
