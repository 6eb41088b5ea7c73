import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { RenderAnswer, RenderedFacts, RenderRequest } from '#lib/derive/render-protocol.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { type CorpusFile, corpusFolder, readCorpus } from './corpus.ts';

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

type Result = { name: string; facts?: RenderedFacts; refusal?: string };

/** Every seeded contract of one file. The child verifies what it wrote; anything but a file or a refusal throws. */
async function renderAll(file: CorpusFile): Promise<Result[]> {
  return Promise.all(
    contracts.map(async ({ name, contract }) => {
      const outputPath = path.join(scratch, randomUUID());
      const request = { masterPath: file.path, markPath: undefined, outputPath, contract, edits: null };
      const answer = await children.run(
        { ...request, rights: undefined, traceKey: undefined, maxPixels: 100_000_000 },
        { deadlineMs: 60_000 },
      );
      return answer.state === 'rendered'
        ? { name, facts: answer.facts }
        : { name, refusal: `${answer.code}: ${answer.message}` };
    }),
  );
}

const folder = corpusFolder();
const acceptable = (folder === undefined ? [] : readCorpus(folder)).filter(({ outcomes }) =>
  outcomes.some(({ state }) => state === 'accepted'),
);

describe.skipIf(folder === undefined)('every accepted real file, in every seeded contract', () => {
  for (const file of acceptable) {
    test(`${file.name}: ${file.special}`, async () => {
      const results = await renderAll(file);
      const isSure = file.outcomes.every(({ state }) => state === 'accepted');
      const refused = results.filter(({ refusal }) => refusal !== undefined);
      // What ingest accepts, every contract of these can be met for. What it may refuse gets one verdict for all.
      if (isSure) expect(refused).toEqual([]);
      else expect([0, contracts.length]).toContain(refused.length);
      for (const { name, facts } of results) if (facts) expect(shapeIsRight(file, facts), name).toBe(true);
    });
  }

  test('there are real files', () => {
    expect(acceptable.length).toBeGreaterThan(60);
  });
});

/** All seeded contracts keep the shape that the manifest states, as people see it. */
function shapeIsRight({ outcomes }: CorpusFile, { width, height }: RenderedFacts): boolean {
  return outcomes.some(
    (outcome) =>
      outcome.state === 'accepted' &&
      width <= outcome.width &&
      height <= outcome.height &&
      (Math.abs(width - (height * outcome.width) / outcome.height) <= 1 + outcome.width / outcome.height ||
        Math.abs(height - (width * outcome.height) / outcome.width) <= 1),
  );
}
