import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handledBy } from '#test/all-queues.ts';
import { claimedJob, expireLease, findDeadJob, findJobRow, jobTable, passDeadline } from '#test/job-table.ts';
import { drainJobs } from './drain-jobs.ts';
import { enqueueJob, enqueueJobs } from './enqueue-jobs.ts';
import { finishJob } from './finish-job.ts';
import type { JobHandler } from './job.ts';
import { JobError } from './job-error.ts';

const { db, services } = await jobTable();
const drain = (handler: JobHandler, budgetMs = 20_000) =>
  drainJobs(services, handledBy(handler), { budgetMs, random: () => 0 });
const nothing = { claimed: 0, done: 0, retried: 0, dead: 0, duplicates: 0 };

beforeAll(async () => {
  await sql`create table results (job_id uuid)`.execute(db);
});
beforeEach(async () => {
  await db.deleteFrom('jobs').execute();
});

/** As a stage's handler does it: the result and the end of the job in one transaction. */
const storing: JobHandler = {
  async run({ db }, job) {
    await db.transaction().execute(async (trx) => {
      await sql`insert into results values (${job.id})`.execute(trx);
      await finishJob(trx, job);
    });
    return { state: 'done' };
  },
};
const countResults = async (jobId: string) =>
  (await sql`select from results where job_id = ${jobId}`.execute(db)).rows.length;

describe('a drain', () => {
  it('says that there was nothing to do', async () => {
    expect(await drain(storing)).toEqual(nothing);
  });

  it('does every ready job of every queue once', async () => {
    const jobs = await enqueueJobs(db, [
      ...Array.from({ length: 30 }, () => ({ queue: 'plan' as const, payload: {} })),
      ...Array.from({ length: 5 }, () => ({ queue: 'derive' as const, payload: {} })),
      { queue: 'ingest', payload: {} },
    ]);
    expect(await drain(storing)).toEqual({ ...nothing, claimed: 36, done: 36 });
    for (const { id } of jobs) expect(await countResults(id)).toBe(1);
  });

  it('does the work that its work leads to', async () => {
    await enqueueJob(db, { queue: 'plan', payload: {} });
    const leadingOn: JobHandler = {
      async run(services, job, signal) {
        if (job.queue === 'plan') await enqueueJobs(db, [{ queue: 'derive', payload: {} }]);
        if (job.queue === 'derive') await enqueueJobs(db, [{ queue: 'ingest', payload: {} }]);
        return storing.run(services, job, signal);
      },
    };
    expect(await drain(leadingOn)).toEqual({ ...nothing, claimed: 3, done: 3 });
  });

  it('ends jobs whose handlers leave that to it, and counts duplicates apart', async () => {
    await enqueueJobs(db, [
      { queue: 'plan', payload: { state: 'done' } },
      { queue: 'plan', payload: { state: 'duplicate' } },
      { queue: 'derive', payload: { state: 'duplicate' } },
    ]);
    const leaving: JobHandler = {
      run: async (_services, job) => job.payload as { state: 'done' | 'duplicate' },
    };
    expect(await drain(leaving)).toEqual({ ...nothing, claimed: 3, done: 1, duplicates: 2 });
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([]);
  });

  it('counts what failed, whether it is tried again or dead', async () => {
    await enqueueJobs(db, [
      { queue: 'plan', payload: {}, maxAttempts: 2 },
      { queue: 'derive', payload: { torn: true } },
    ]);
    const failing: JobHandler = {
      async run(_services, job) {
        if (job.queue === 'derive') throw new JobError('source_invalid', 'torn');
        throw new Error('a fault');
      },
    };
    // Without randomness the retry is due at once, so the second attempt falls into the same drain.
    expect(await drain(failing)).toEqual({ ...nothing, claimed: 3, retried: 1, dead: 2 });
  });

  it('gives a job back that asks for later, with its attempt', async () => {
    const { id } = await enqueueJob(db, { queue: 'ingest', payload: {} });
    const waiting: JobHandler = { run: async () => ({ state: 'later', ms: 60_000 }) };
    expect(await drain(waiting)).toEqual({ ...nothing, claimed: 1 });
    expect(await findJobRow(db, id)).toMatchObject({ attempts: 0, lease_until: null, last_error: null });
  });

  it('does once what a worker left behind between its claim and its end', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    expect(await drain(storing)).toEqual({ ...nothing, retried: 1, claimed: 1, done: 1 });
    expect(await countResults(job.id)).toBe(1);
  });

  it('buries a job whose deadline has passed without running it', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    await passDeadline(db, id);
    expect(await drain(storing)).toEqual({ ...nothing, claimed: 1, dead: 1 });
    expect(await countResults(id)).toBe(0);
    expect(await findDeadJob(db, id)).toMatchObject({ last_error_category: 'deadline_passed' });
  });

  it('aborts a handler that is still at it when the deadline comes, and buries the job', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {}, deadlineMs: 300 });
    expect(await drain(untilAborted)).toEqual({ ...nothing, claimed: 1, dead: 1 });
    expect(await findDeadJob(db, id)).toMatchObject({ last_error_category: 'deadline_passed' });
  });

  it('aborts a handler whose lease was lost, and changes nothing of the job', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    const robbed: JobHandler = {
      async run(_services, job, signal) {
        await sql`update jobs set fence = nextval('fences') where id = ${job.id}`.execute(db);
        return untilAborted.run(services, job, signal);
      },
    };
    const drained = await drainJobs(services, handledBy(robbed), { budgetMs: 20_000, leaseMs: 600 });
    expect(drained).toEqual({ ...nothing, claimed: 1 });
    expect(await findJobRow(db, id)).toMatchObject({ attempts: 1, last_error: null });
  });

  it('keeps the lease of a handler that runs longer than it', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    const slow: JobHandler = {
      async run(services, job, signal) {
        const lease = async () => (await findJobRow(db, job.id))?.lease_until?.getTime() ?? 0;
        const first = await lease();
        while ((await lease()) < first + 500) expect(signal.aborted).toBe(false);
        return storing.run(services, job, signal);
      },
    };
    const drained = await drainJobs(services, handledBy(slow), { budgetMs: 20_000, leaseMs: 500 });
    expect(drained).toMatchObject({ claimed: 1, done: 1 });
    expect(await countResults(id)).toBe(1);
  });

  it('claims nothing more once its time is used up, and finishes what runs', async () => {
    await enqueueJobs(
      db,
      Array.from({ length: 20 }, () => ({ queue: 'ingest' as const, payload: {} })),
    );
    const slow: JobHandler = {
      async run(services, job, signal) {
        await sql`select pg_sleep(0.1)`.execute(db);
        return storing.run(services, job, signal);
      },
    };
    const drained = await drain(slow, 50);
    expect(drained).toEqual({ ...nothing, claimed: 2, done: 2 });
    expect(await db.selectFrom('jobs').select('id').where('lease_until', 'is', null).execute()).toHaveLength(
      18,
    );
  });
});

const untilAborted: JobHandler = {
  run: (_services, _job, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};
