import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { connectDatabase, createPool } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { createLogger } from '#lib/observe/log.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { handledBy } from '#test/all-queues.ts';
import { median } from './median.ts';
import { benchPostgres } from './postgres.ts';

/**
 * No-op jobs a second, claimed, run and finished by one process: the job table ÷ graphile-worker at its best batched
 * settings, in turns on one PostgreSQL. Goal: at least 1.3.
 */
const rounds = 11;
const jobsARound = 20_000;
const concurrency = 24;
const batch = 500;
const connections = 10;

const postgres = await benchPostgres();
const stops: (() => Promise<unknown>)[] = [postgres.stop];
try {
  const contenders = { ours: await ourTable(), theirs: await graphileWorker() };
  const rates = { ours: [] as number[], theirs: [] as number[] };
  // One round to warm up, then in turns, so that a slow spell of the machine falls on both.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
      const rate = await contenders[name]();
      if (round > 0) rates[name].push(rate);
    }
  }
  const [ours, theirs] = [median(rates.ours), median(rates.theirs)];
  const ratios = rates.ours.map((rate, index) => rate / (rates.theirs[index] ?? Number.NaN));
  console.log(`  job table ${thousands(ours)} jobs/s, graphile-worker ${thousands(theirs)} jobs/s`);
  console.log(`  each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  console.log(`  job table ÷ graphile-worker: ${(ours / theirs).toFixed(2)} (goal ≥ 1.3)`);
} finally {
  for (const stop of stops) await stop();
}

/** Answers a function that runs one round and says how many jobs a second it did. */
async function ourTable(): Promise<() => Promise<number>> {
  const env = parseEnv({
    PORTAL_URL: 'http://localhost',
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'unused',
    S3_ACCESS_KEY_ID: 'unused',
    S3_SECRET_ACCESS_KEY: 'unused',
    AUTH_SECRET: 'x'.repeat(32),
    JOBS_SECRET: 'x'.repeat(32),
    EVENTS_SECRET: 'x'.repeat(32),
    JOB_BATCH: String(batch),
  });
  const db = connectDatabase(postgres.url, { max: connections });
  stops.unshift(() => db.destroy());
  const log = createLogger({ level: 'silent', name: 'bench' });
  const services = { env, db, log, store: connectS3(env) };
  let ran = 0;
  const noop: JobHandler = {
    async run() {
      ran += 1;
      return { state: 'done' };
    },
  };
  const handlers = handledBy(noop);
  return async () => {
    await enqueueJobs(
      db,
      Array.from({ length: jobsARound }, (_, n) => ({ queue: 'plan' as const, payload: { n } })),
    );
    await sql`vacuum analyze jobs`.execute(db);
    ran = 0;
    const since = performance.now();
    const options = { budgetMs: 600_000, queues: ['plan' as const], concurrency };
    const { done } = await drainJobs(services, handlers, options);
    const seconds = (performance.now() - since) / 1000;
    await requireAll(ran, done, await sql`select from jobs`.execute(db));
    return jobsARound / seconds;
  };
}

async function graphileWorker(): Promise<() => Promise<number>> {
  const pool = createPool(postgres.url, { max: connections });
  // It asks for a listener on every client, too.
  pool.on('connect', (client) => client.on('error', () => {}));
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  stops.unshift(async () => {
    await utils.release();
    await pool.end();
  });
  let ran = 0;
  const preset = {
    worker: {
      concurrentJobs: concurrency,
      localQueue: { size: batch },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger,
    },
  };
  const taskList = {
    noop: async () => {
      ran += 1;
    },
  };
  return async () => {
    await utils.addJobs(
      Array.from({ length: jobsARound }, (_, n) => ({ identifier: 'noop', payload: { n } })),
    );
    await pool.query('vacuum analyze graphile_worker._private_jobs');
    ran = 0;
    const since = performance.now();
    await runOnce({ preset, pgPool: pool, taskList, noHandleSignals: true });
    const seconds = (performance.now() - since) / 1000;
    await requireAll(ran, ran, await pool.query('select from graphile_worker._private_jobs'));
    return jobsARound / seconds;
  };
}

async function requireAll(ran: number, done: number, left: { rows: unknown[] }): Promise<void> {
  if (ran === jobsARound && done === jobsARound && left.rows.length === 0) return;
  throw new Error(`${ran} of ${jobsARound} jobs ran, ${done} were done, ${left.rows.length} are left`);
}

function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(1)} thousand`;
}
