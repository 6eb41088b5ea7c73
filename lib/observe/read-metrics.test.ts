import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countLedger } from '#db/queries/metric-facts.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { failJob } from '#lib/jobs/fail-job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { handledBy } from '#test/all-queues.ts';
import { claimedJob, jobTable } from '#test/job-table.ts';
import { Meter } from './meter.ts';
import { counters, gauges, histograms } from './metric-definitions.ts';
import { readMetrics } from './read-metrics.ts';

const { db, services } = await jobTable();

/** The value of one series as a scrape has it. */
async function scrape(series: string): Promise<number | undefined> {
  const line = (await readMetrics(services)).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

async function countJobs(): Promise<number> {
  return (await db.selectFrom('jobs').select('id').execute()).length;
}

function startWorker(): ChildProcess {
  return fork(path.resolve('test/processes/job-worker-that-counts.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      ...Object.fromEntries(
        Object.entries(services.env)
          .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value !== 'object' && value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ),
    },
  });
}

describe('metrics', () => {
  it('of two workers are one sum, which a restart does not make fall', async () => {
    const series = 'blazon_job_attempts_total{audience="teacher",outcome="done",queue="plan"}';
    const enqueue = (jobs: number) =>
      enqueueJobs(
        db,
        Array.from({ length: jobs }, () => ({ queue: 'plan' as const, payload: {}, audience: 'teacher' })),
      );
    // More than one worker takes ahead: both have some when they are let go.
    await enqueue(40);
    const workers = [startWorker(), startWorker()];
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    for (const worker of workers) worker.send('go');
    await expect.poll(countJobs).toBe(0);
    await Promise.all(
      workers.map(async (worker) => {
        const exit = once(worker, 'exit');
        worker.send('stop');
        await exit;
      }),
    );
    expect(await scrape(series)).toBe(40);

    await enqueue(3);
    await drainJobs(services, handledBy({ run: async () => ({ state: 'done' }) }), { budgetMs: 5000 });
    expect(await scrape(series)).toBe(43);
    expect(await scrape('blazon_job_attempt_seconds_count{queue="plan"}')).toBe(43);
  });

  it('are told at the next time where the database did not answer', async () => {
    const meter = new Meter(db);
    meter.count('blazon_duplicate_deliveries_total', { queue: 'ingest' }, 2);
    const broken = new Meter({ ...db } as typeof db);
    broken.count('blazon_duplicate_deliveries_total', { queue: 'ingest' });
    await expect(broken.flush()).rejects.toThrow();
    await meter.flush();
    meter.count('blazon_duplicate_deliveries_total', { queue: 'ingest' });
    await meter.flush();
    await meter.flush();
    expect(await scrape('blazon_duplicate_deliveries_total{queue="ingest"}')).toBe(3);
  });

  it('have histograms whose buckets hold all that are not larger', async () => {
    const meter = new Meter(db);
    for (const seconds of [0.05, 0.3, 0.3, 4000])
      meter.observe('blazon_transform_seconds', { media_type: 'image/webp' }, seconds);
    await meter.flush();
    const bucket = (le: string) =>
      scrape(`blazon_transform_seconds_bucket{le="${le}",media_type="image/webp"}`);
    expect(await Promise.all(['0.1', '0.25', '0.5', '1800', '+Inf'].map(bucket))).toEqual([1, 1, 3, 3, 4]);
    expect(await scrape('blazon_transform_seconds_sum{media_type="image/webp"}')).toBeCloseTo(4000.65);
    expect(await scrape('blazon_transform_seconds_count{media_type="image/webp"}')).toBe(4);
  });

  it('say what waits, how long, and what died', async () => {
    const job = await claimedJob(db, { queue: 'ingest' });
    await failJob(db, { run: async () => ({ state: 'done' }) }, job, new JobError('source_invalid', 'x'), 0);
    await enqueueJobs(db, [{ queue: 'ingest', payload: {}, runAt: new Date(Date.now() - 90_000) }]);
    expect(await scrape('blazon_dead_letters{queue="ingest",category="source_invalid"}')).toBe(1);
    expect(await scrape('blazon_jobs_queued{queue="ingest",audience="",state="ready"}')).toBe(1);
    expect(await scrape('blazon_jobs_oldest_age_seconds{queue="ingest",audience=""}')).toBeGreaterThan(89);
  });

  it('name units and totals as Prometheus does, each with its help and its type', async () => {
    await countLedger(db);
    const text = await readMetrics(services);
    for (const name of Object.keys({ ...counters, ...histograms, ...gauges })) {
      expect(text).toContain(`# HELP ${name} `);
      expect(text).toMatch(new RegExp(`# TYPE ${name} (counter|gauge|histogram)`));
    }
    for (const name of Object.keys(counters)) expect(name).toMatch(/_total$/);
    for (const name of Object.keys(histograms)) expect(name).toMatch(/_seconds$/);
    for (const line of text.split('\n').filter((each) => each && !each.startsWith('#')))
      expect(line).toMatch(/^blazon_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? \S+$/);
    expect(await scrape('blazon_repeated_success_events')).toBe(0);
  });
});
