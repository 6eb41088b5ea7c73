import { sql } from 'kysely';
import { connectDatabase } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { handledBy } from '#test/all-queues.ts';

/** What every contender is given alike. */
export const jobsARound = 20_000;
export const concurrency = 24;
export const batch = 1000;
export const connections = 10;

export function benchServices(url: string): Services {
  const env = parseEnv({
    PORTAL_URL: 'http://localhost',
    DATABASE_URL: url,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'unused',
    S3_ACCESS_KEY_ID: 'unused',
    S3_SECRET_ACCESS_KEY: 'unused',
    AUTH_SECRET: 'x'.repeat(32),
    JOBS_SECRET: 'x'.repeat(32),
    EVENTS_SECRET: 'x'.repeat(32),
    JOB_BATCH: String(batch),
  });
  const db = connectDatabase(url, { max: connections });
  return { env, db, log: createLogger({ level: 'silent', name: 'bench' }), store: connectS3(env) };
}

const noop: JobHandler = { run: async () => ({ state: 'done' }) };

/** One round that works the table empty. */
export async function drainRound(services: Services): Promise<number> {
  await fill(services, jobsARound);
  await sql`vacuum analyze jobs`.execute(services.db);
  const since = performance.now();
  const { done } = await drainJobs(services, handledBy(noop), {
    budgetMs: 600_000,
    queues: ['plan'],
    concurrency,
  });
  const seconds = (performance.now() - since) / 1000;
  const { rows } = await sql`select from jobs`.execute(services.db);
  if (done !== jobsARound || rows.length > 0)
    throw new Error(`${done} of ${jobsARound} jobs were done, ${rows.length} are left`);
  return jobsARound / seconds;
}

/** One round of as many jobs out of however many wait; they are put back at the end of the queue before it. */
export async function workRound(
  services: Services,
  handler: JobHandler = noop,
  jobs = jobsARound,
): Promise<number> {
  await fill(services, jobs);
  let since = 0;
  let done = 0;
  const all = Promise.withResolvers<number>();
  const worker = startWorker(services, handledBy(handler), {
    queues: ['plan'],
    concurrency,
    onSettled: (_job, settlement) => {
      if (settlement !== 'done') return all.reject(new Error(`a job was ${settlement}`));
      since ||= performance.now();
      done += 1;
      if (done === jobs) all.resolve(performance.now());
    },
  });
  try {
    return jobs / (((await all.promise) - since) / 1000);
  } finally {
    await worker.stop();
  }
}

async function fill({ db }: Services, count: number): Promise<void> {
  await enqueueJobs(
    db,
    Array.from({ length: count }, (_, n) => ({ queue: 'plan' as const, payload: { n } })),
  );
}
