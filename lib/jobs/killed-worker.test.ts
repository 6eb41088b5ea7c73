import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { handledBy } from '#test/all-queues.ts';
import { expireLease, findJobRow, jobTable } from '#test/job-table.ts';
import { drainJobs } from './drain-jobs.ts';
import { enqueueJob } from './enqueue-jobs.ts';
import { finishJob } from './finish-job.ts';
import type { JobHandler } from './job.ts';

const { db, services } = await jobTable();

beforeAll(async () => {
  await sql`create table results (job_id uuid, by text)`.execute(db);
});

const survivor: JobHandler = {
  async run({ db }, job) {
    await db.transaction().execute(async (trx) => {
      await sql`insert into results values (${job.id}, 'survivor')`.execute(trx);
      await finishJob(trx, job);
    });
    return { state: 'done' };
  },
};
const drain = () => drainJobs(services, handledBy(survivor), { budgetMs: 20_000, random: () => 0 });

/** Forks a worker that gets as far as the moment before its commit, and kills it there. */
async function killBeforeCommit(): Promise<void> {
  const child = fork(path.resolve('test/processes/job-worker-that-dies.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: services.env.DATABASE_URL },
  });
  const exit = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error('it ended by itself'))),
  ]);
  child.kill('SIGKILL');
  await exit;
}

describe('a worker killed between its claim and its commit', () => {
  it('leaves nothing but a lease, and another worker does the job exactly once', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    await killBeforeCommit();
    expect(await findJobRow(db, id)).toMatchObject({ leased_by: 'dying', attempts: 1 });
    expect(await drain()).toMatchObject({ claimed: 0 });

    // The server may take a moment to notice that its client is gone and to let go of the row.
    await expect.poll(() => isFree(id)).toBe(true);
    await expireLease(db, id);
    expect(await drain()).toMatchObject({ claimed: 1, done: 1, retried: 1 });
    expect(await drain()).toMatchObject({ claimed: 0 });
    const { rows } = await sql`select job_id, by from results`.execute(db);
    expect(rows).toEqual([{ job_id: id, by: 'survivor' }]);
  });
});

async function isFree(id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`select from jobs where id = ${id} for update skip locked`.execute(trx);
    return rows.length === 1;
  });
}
