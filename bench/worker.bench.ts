import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { render, type Written } from '#lib/derive/render.ts';
import type { RenderedFacts } from '#lib/derive/render-protocol.ts';
import { rendererOf } from '#lib/derive/renderer.ts';
import { parseEnv } from '#lib/env.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { seedAudiences } from '#lib/policy/seed-audiences.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { createServices, type Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { startStore } from '#local/store/start-store.ts';
import { type BareWork, renderBare } from './bare-sharp.ts';
import { median } from './median.ts';
import { benchPostgres } from './postgres.ts';
import { type BenchPhoto, benchPhotos } from './worker-photos.ts';

/**
 * Files a second of the whole worker path (claim, master from the store, child, verification, file and manifest to
 * the store with their checksums, fenced transaction) ÷ sharp alone doing the same encodes and decodes in one
 * process, as many at a time. All seeded contracts of 12 photos. Goal: at least 0.9.
 */
const rounds = 3;
const parallel = Math.max(2, os.availableParallelism());
const contracts = seededPolicies.flatMap(({ slug, contracts: own }) =>
  own.map((contract) => ({ audience: slug, contract: outputContract.parse(contract) })),
);

const scratch = mkdtempSync(path.join(os.tmpdir(), 'blazon-bench-'));
const postgres = await benchPostgres();
const credentials = { accessKeyId: 'bench-access-key', secretAccessKey: 'bench-secret-key' };
const store = await startStore({
  folder: path.join(scratch, 'store'),
  port: 0,
  bucket: 'photos',
  credentials,
});
const services = createServices(
  parseEnv({
    PORTAL_URL: 'http://localhost',
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AUTH_SECRET: 'x'.repeat(32),
    JOBS_SECRET: 'x'.repeat(32),
    EVENTS_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'error',
    DATA_DIR: scratch,
    RENDER_CONCURRENCY: String(parallel),
  }),
  'bench',
);
sharp.cache(false);
sharp.concurrency(1);

try {
  const photos = await benchPhotos(scratch);
  await services.db.transaction().execute(seedAudiences);
  await storeMasters(services, photos);
  const { work: bareWork, made } = await planBareWork(photos);
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const ours = async () => rates.ours.push(bareWork.length / (await ourRound(photos)));
    const bare = async () => rates.bare.push(bareWork.length / (await bareRound(bareWork)));
    for (const turn of round % 2 ? [ours, bare] : [bare, ours]) await turn();
  }
  const ratios = rates.ours.map((rate, index) => rate / (rates.bare[index] ?? Number.NaN));
  const [worker, alone] = [median(rates.ours), median(rates.bare)];
  console.log(`  ${bareWork.length} files of ${photos.length} photos, ${parallel} at a time`);
  console.log(`  worker ${worker.toFixed(1)} files/s, bare sharp ${alone.toFixed(1)} files/s`);
  console.log(`  verifying took ${verifyShare(made)} % of rendering`);
  console.log(`  each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  console.log(`  worker ÷ bare sharp: ${median(ratios).toFixed(2)} (goal ≥ 0.9)`);
} finally {
  await rendererOf(services, 'jobs').close();
  await services.db.destroy();
  await store.stop();
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function storeMasters({ db, store: objects }: Services, photos: readonly BenchPhoto[]): Promise<void> {
  for (const { sha256, bytes } of photos) {
    await objects.put(objectKeys.master(sha256), bytes, bytes.length, { contentType: 'image/jpeg', sha256 });
    await db
      .insertInto('masters')
      .values({
        sha256,
        byte_size: bytes.length,
        media_type: 'image/jpeg',
        extension: 'jpg',
        width: 1,
        height: 1,
        has_alpha: false,
        pages: 1,
        facts: JSON.stringify({}),
        exif: null,
        perceptual_hash: '0'.repeat(16),
        thumb_hash: '',
      })
      .execute();
  }
}

/** What each file is, and how often the size limit has it encoded, so that the peer does the same. */
async function planBareWork(
  photos: readonly BenchPhoto[],
): Promise<{ work: BareWork[]; made: RenderedFacts[] }> {
  setOwnFonts();
  const work: BareWork[] = [];
  const made: RenderedFacts[] = [];
  for (const photo of photos)
    for (const { contract } of contracts) {
      const written: Written[] = [];
      const request = {
        masterPath: photo.path,
        markPath: undefined,
        outputPath: path.join(scratch, 'planned'),
        contract,
        edits: null,
        rights: undefined,
        traceKey: undefined,
        maxPixels: 100_000_000,
      };
      made.push(await render(request, (attempt) => written.push(attempt)));
      work.push({ path: photo.path, contract, written });
    }
  return { work, made };
}

/** Seconds for every seeded contract of every photo, from nothing: the files of the round before are forgotten first. */
async function ourRound(photos: readonly BenchPhoto[]): Promise<number> {
  const { db } = services;
  await db.deleteFrom('derivatives').execute();
  await db.deleteFrom('outbox_events').execute();
  const jobs = photos.flatMap(({ sha256 }) =>
    contracts.map(({ audience, contract }) => {
      const source = { source_hash: sha256, master_sha256: sha256 };
      return derivativeJob({ ...source, audience, policy_version: 1, contract });
    }),
  );
  await enqueueJobs(db, jobs);
  const started = performance.now();
  const { done } = await drainJobs(services, jobHandlers, { budgetMs: 10 * 60_000, queues: ['derive'] });
  if (done !== jobs.length) throw new Error(`only ${done} of ${jobs.length} files were made`);
  return (performance.now() - started) / 1000;
}

async function bareRound(work: readonly BareWork[]): Promise<number> {
  const started = performance.now();
  const queue = [...work];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await renderBare(next);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return (performance.now() - started) / 1000;
}

function verifyShare(made: readonly RenderedFacts[]): string {
  const sum = (pick: (cost: RenderedFacts['cost']) => number) =>
    made.reduce((total, { cost }) => total + pick(cost), 0);
  return (
    (100 * sum((cost) => cost.verify_ms)) /
    sum((cost) => cost.decode_ms + cost.encode_ms + cost.verify_ms)
  ).toFixed(0);
}
