import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { findDeadJob } from '#test/job-table.ts';
import { testServices } from '#test/services.ts';

const { services, store } = await testServices();
const { db, env } = services;

/** The worker as its supervisor starts it. Resolves once it says that it is ready. */
async function startWorkerProcess(): Promise<ChildProcess> {
  const settings = Object.entries(store.settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  const worker = fork(path.resolve('scripts/worker.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...Object.fromEntries(settings),
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORTAL_URL: env.PORTAL_URL,
      DATABASE_URL: env.DATABASE_URL,
      AUTH_SECRET: env.AUTH_SECRET,
      JOBS_SECRET: env.JOBS_SECRET,
      EVENTS_SECRET: env.EVENTS_SECRET,
      LOG_LEVEL: 'silent',
    },
  });
  const [message] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ]);
  expect(message).toEqual({ type: 'ready' });
  return worker;
}

const countWorkers = async () => (await db.selectFrom('workers').select('id').execute()).length;

describe('the worker process', () => {
  it('takes jobs, says that it is alive, and signs off when it is told to end', async () => {
    const worker = await startWorkerProcess();
    const { id } = await enqueueJob(db, { queue: 'derive', payload: { not: 'a derive job' } });
    await expect.poll(() => findDeadJob(db, id), { timeout: 20_000 }).toBeDefined();
    await expect.poll(countWorkers).toBe(1);
    const exit = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(await countWorkers()).toBe(0);
  });

  it('ends when its parent is gone', async () => {
    const worker = await startWorkerProcess();
    const exit = once(worker, 'exit');
    worker.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});
