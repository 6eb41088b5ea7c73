import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { ChildPool } from '#lib/child/child-pool.ts';
import { render, type Written } from '#lib/derive/render.ts';
import type { RenderAnswer, RenderedFacts, RenderRequest } from '#lib/derive/render-protocol.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { childPeaks } from '#test/child-peaks.ts';
import type { BareWork } from './bare-sharp.ts';
import { median } from './median.ts';
import { benchPhotos } from './worker-photos.ts';

/**
 * Renders a second of our children ÷ sharp alone in as many children of its own, doing the same encodes at the same sizes
 * and decoding each finished file anew; and the peak memory of a child ÷ that of a child with sharp alone. Both have
 * the same machinery around them, so what differs is the pipeline. Goals: at least 0.95, at most 1.2.
 */
const rounds = 5;
const parallel = Math.max(2, os.availableParallelism());
const entries = { ours: 'lib/derive/render-child.ts', bare: 'bench/bare-child.ts' };
const deadline = { deadlineMs: 120_000 };
const scratch = mkdtempSync(path.join(os.tmpdir(), 'blazon-render-bench-'));

const seeded = seededPolicies.flatMap(({ contracts }) =>
  contracts.map((contract) => outputContract.parse(contract)),
);
const plain = {
  fit: 'inside',
  alpha: 'forbidden',
  render: 'on_demand',
  watermark: { kind: 'none' },
} as const;
const hungry = [
  { media_type: 'image/avif', max_width: 1600, max_height: 1600, compression: {} },
  {
    media_type: 'image/avif',
    max_width: 800,
    max_height: 800,
    compression: {},
    max_bytes: 25_000,
    min_width: 400,
  },
  {
    media_type: 'image/webp',
    max_width: 1600,
    max_height: 1600,
    compression: {},
    max_bytes: 60_000,
    min_width: 600,
  },
  {
    media_type: 'image/jpeg',
    max_width: 1200,
    max_height: 1200,
    compression: {},
    max_bytes: 80_000,
    fit: 'cover',
  },
].map((own, index) => outputContract.parse({ ...plain, format: `hungry-${index}`, label: 'Hungry', ...own }));

interface Work {
  request: RenderRequest;
  bare: BareWork;
}
interface Side {
  rate: number;
  peakMb: number;
  facts: RenderedFacts[];
}

sharp.cache(false);
sharp.concurrency(1);
setOwnFonts();
try {
  const photos = await benchPhotos(scratch);
  for (const [name, contracts, of] of [
    ['seeded contracts', seeded, photos],
    ['AVIF and byte limits', hungry, photos.slice(0, 4)],
  ] as const) {
    const work: Work[] = [];
    for (const photo of of)
      for (const contract of contracts) work.push(...(await plan(photo.path, contract)));
    await compare(`${name}: ${work.length} files of ${of.length} photos, ${parallel} at a time`, work);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** What our renderer writes of it on the way, so that the peer can do the same; nothing where it refuses. */
async function plan(masterPath: string, contract: OutputContract): Promise<Work[]> {
  const outputPath = path.join(scratch, 'planned');
  const request = { masterPath, markPath: undefined, outputPath, contract, edits: null, rights: undefined };
  const whole = { ...request, traceKey: undefined, maxPixels: 100_000_000 };
  const written: Written[] = [];
  try {
    await render(whole, (attempt) => written.push(attempt));
    return [{ request: whole, bare: { path: masterPath, contract, written } }];
  } catch {
    return [];
  }
}

async function compare(name: string, work: readonly Work[]): Promise<void> {
  const seen = { ours: [] as Side[], bare: [] as Side[] };
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      seen[side].push(await run(side, work));
  const each = (pick: (side: Side) => number) =>
    seen.ours.map((side, at) => pick(side) / pick(seen.bare[at] as Side));
  const [speed, memory] = [each(({ rate }) => rate), each(({ peakMb }) => peakMb)];
  const of = (side: 'ours' | 'bare', pick: (side: Side) => number) => median(seen[side].map(pick));
  const inWords = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' ');
  console.log(`  ${name}`);
  console.log(
    `    ours ${of('ours', ({ rate }) => rate).toFixed(1)} files/s, bare sharp ${of('bare', ({ rate }) => rate).toFixed(1)} files/s; each round ${inWords(speed)}`,
  );
  console.log(`    ours ÷ bare sharp: ${median(speed).toFixed(2)} (goal ≥ 0.95)`);
  console.log(`    of our time: ${shares(seen.ours.flatMap(({ facts }) => facts))}`);
  if (of('ours', ({ peakMb }) => peakMb) > 0)
    console.log(
      `    peak memory of a child: ours ${of('ours', ({ peakMb }) => peakMb).toFixed(0)} MB, bare sharp ${of('bare', ({ peakMb }) => peakMb).toFixed(0)} MB; ours ÷ bare sharp: ${median(memory).toFixed(2)} (goal ≤ 1.2)`,
    );
}

/** All of it in fresh children; their start is not counted. */
async function run(side: 'ours' | 'bare', work: readonly Work[]): Promise<Side> {
  const entry = entries[side];
  const pool = new ChildPool<RenderRequest | BareWork, RenderAnswer | number>({
    entry,
    size: parallel,
    recycleAfter: 100_000,
  });
  try {
    const facts: RenderedFacts[] = [];
    const one = async ({ request, bare }: Work, lane: number) => {
      const outputPath = path.join(scratch, `${lane}.out`);
      const answer = await pool.run(side === 'ours' ? { ...request, outputPath } : bare, deadline);
      if (typeof answer !== 'number' && answer.state === 'rendered') facts.push(answer.facts);
    };
    const lanes = async (todo: Work[]) => {
      const lane = async (_: unknown, number: number) => {
        for (let next = todo.shift(); next; next = todo.shift()) await one(next, number);
      };
      await Promise.all(Array.from({ length: parallel }, lane));
    };
    await lanes(work.slice(0, parallel));
    facts.length = 0;
    const before = performance.now();
    await lanes([...work]);
    const seconds = (performance.now() - before) / 1000;
    return { rate: work.length / seconds, peakMb: Math.max(0, ...childPeaks(entry)), facts };
  } finally {
    await pool.close();
  }
}

function shares(facts: readonly RenderedFacts[]): string {
  const sum = (pick: (cost: RenderedFacts['cost']) => number) =>
    facts.reduce((total, { cost }) => total + pick(cost), 0);
  const parts = {
    decoding: sum((cost) => cost.decode_ms),
    encoding: sum((cost) => cost.encode_ms),
    verifying: sum((cost) => cost.verify_ms),
  };
  const whole = parts.decoding + parts.encoding + parts.verifying;
  return Object.entries(parts)
    .map(([part, ms]) => `${part} ${((100 * ms) / whole).toFixed(0)} %`)
    .join(', ');
}
