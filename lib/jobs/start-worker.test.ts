import { describe, expect, it } from 'vitest';
import { handledBy } from '#test/all-queues.ts';
import { findJobRow, jobTable } from '#test/job-table.ts';
import { enqueueJob, enqueueJobs } from './enqueue-jobs.ts';
import type { JobHandler } from './job.ts';
import type { Duty } from './run-duties.ts';
import { startWorker, type WorkerOptions } from './start-worker.ts';

const { db, services } = await jobTable();
const anHour = 3_600_000;

/** A worker whose settled jobs can be waited for. */
function watchedWorker(handler: JobHandler, options: WorkerOptions = {}) {
  const settled: string[] = [];
  let look = () => {};
  const worker = startWorker(services, handledBy(handler), {
    ...options,
    onSettled: (job, settlement) => {
      settled.push(`${job.id} ${settlement}`);
      look();
    },
  });
  const sees = (entry: string) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (settled.includes(entry)) resolve();
      };
      look();
    });
  return { worker, settled, sees };
}

const instant: JobHandler = { run: async () => ({ state: 'done' }) };

describe('a worker', () => {
  it('is woken by the enqueue, long before it would poll', async () => {
    const { worker, sees } = watchedWorker(instant, { pollMs: anHour });
    const first = await enqueueJob(db, { queue: 'plan', payload: {} });
    await sees(`${first.id} done`);
    const second = await enqueueJob(db, { queue: 'plan', payload: {} });
    await sees(`${second.id} done`);
    await worker.stop();
  });

  it('finds what is more urgent than all it has done, long before it would poll', async () => {
    const { worker, sees } = watchedWorker(instant, { pollMs: anHour });
    for (let n = 0; n < 20; n += 1) {
      const { id } = await enqueueJob(db, { queue: 'plan', payload: {}, priority: -n });
      await sees(`${id} done`);
    }
    await worker.stop();
  });

  it('finds jobs by polling where no notification reaches it', async () => {
    const deaf = { ...services, env: { ...services.env, DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' } };
    const worker = startWorker(deaf, handledBy(instant), { pollMs: 20 });
    const { id } = await enqueueJob(db, { queue: 'plan', payload: {} });
    await expect.poll(() => findJobRow(db, id)).toBeUndefined();
    await worker.stop();
  });

  it('says that it is alive, and no longer once it has stopped', async () => {
    const { worker } = watchedWorker(instant, { housekeepingMs: 10 });
    const find = () => db.selectFrom('workers').selectAll().where('id', '=', worker.id).executeTakeFirst();
    await expect.poll(find).toMatchObject({ kind: 'worker' });
    await worker.stop();
    expect(await find()).toBeUndefined();
  });

  it('goes on saying so while a duty takes long, and tells that to end when it stops', async () => {
    const ended = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const duty: Duty = {
      name: 'long',
      everyMs: anHour,
      run: async (_services, signal) => {
        signal.addEventListener('abort', () => ended.resolve());
        started.resolve();
        await ended.promise;
      },
    };
    const { worker } = watchedWorker(instant, { housekeepingMs: 10, duties: [duty] });
    await started.promise;
    const seenAt = async () => {
      const row = await db
        .selectFrom('workers')
        .select('seen_at')
        .where('id', '=', worker.id)
        .executeTakeFirst();
      return row?.seen_at.getTime() ?? 0;
    };
    const before = await seenAt();
    await expect.poll(seenAt).toBeGreaterThan(before + 20);
    await worker.stop();
  });

  it('when stopped, finishes what runs and gives back what has not started', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { worker, settled } = watchedWorker({
      async run() {
        started.resolve();
        await finish.promise;
        return { state: 'done' };
      },
    });
    const jobs = await enqueueJobs(
      db,
      Array.from({ length: 6 }, () => ({ queue: 'plan' as const, payload: {} })),
    );
    await started.promise;
    const stopped = worker.stop();
    finish.resolve();
    await stopped;
    const left = await db.selectFrom('jobs').selectAll().execute();
    expect(settled.every((entry) => entry.endsWith(' done'))).toBe(true);
    expect(settled.length + left.length).toBe(jobs.length);
    expect(left.length).toBeGreaterThan(0);
    for (const job of left) expect(job).toMatchObject({ lease_until: null, attempts: 0 });
    await db.deleteFrom('jobs').execute();
  });

  it('when its grace is over, aborts what runs and gives that back with its attempt', async () => {
    const started = Promise.withResolvers<void>();
    const { worker, sees } = watchedWorker({
      run: (_services, _job, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          started.resolve();
        }),
    });
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    await started.promise;
    await worker.stop({ graceMs: 0 });
    await sees(`${id} released`);
    expect(await findJobRow(db, id)).toMatchObject({ lease_until: null, attempts: 0 });
    await db.deleteFrom('jobs').execute();
  });
});
