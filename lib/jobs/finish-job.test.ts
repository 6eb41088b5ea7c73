import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimedJob, claimNext, expireLease, findJobRow, jobTable } from '#test/job-table.ts';
import { finishJob } from './finish-job.ts';
import { finishJobs } from './finish-jobs.ts';
import type { ClaimedJob } from './job.ts';
import { LeaseLost } from './lease-lost.ts';

const { db } = await jobTable();

beforeAll(async () => {
  await sql`create table results (job_id uuid)`.execute(db);
});

/** What a handler does at its end: a result and the end of its job, in one transaction. */
const commitResult = (job: ClaimedJob) =>
  db.transaction().execute(async (trx) => {
    await sql`insert into results values (${job.id})`.execute(trx);
    await finishJob(trx, job);
  });

const countResults = async (jobId: string) =>
  (await sql`select from results where job_id = ${jobId}`.execute(db)).rows.length;

describe('finishing', () => {
  it('stores the result and ends the job together', async () => {
    const job = await claimedJob(db);
    await commitResult(job);
    expect(await findJobRow(db, job.id)).toBeUndefined();
    expect(await countResults(job.id)).toBe(1);
  });

  it('keeps the job when the transaction around it rolls back', async () => {
    const job = await claimedJob(db);
    const attempt = db.transaction().execute(async (trx) => {
      await finishJob(trx, job);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await findJobRow(db, job.id)).toBeDefined();
  });

  it('refuses a worker whose lease expired, and its result is not committed', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    await expect(commitResult(job)).rejects.toThrow(LeaseLost);
    expect(await findJobRow(db, job.id)).toBeDefined();
    expect(await countResults(job.id)).toBe(0);
  });

  it('refuses a worker whose job was taken over, while the new one finishes it', async () => {
    const job = await claimedJob(db);
    await db.updateTable('jobs').set({ lease_until: null }).where('id', '=', job.id).execute();
    const takenOver = await claimNext(db);
    await expect(commitResult(job)).rejects.toThrow(LeaseLost);
    await commitResult(takenOver);
    expect(await countResults(job.id)).toBe(1);
  });

  it('refuses to finish twice', async () => {
    const job = await claimedJob(db);
    await commitResult(job);
    await expect(commitResult(job)).rejects.toThrow(LeaseLost);
  });

  it('ends of many only those that are still under their lease', async () => {
    const [kept, expired, takenOver] = [
      await claimedJob(db, { queue: 'plan' }),
      await claimedJob(db, { queue: 'derive' }),
      await claimedJob(db, { queue: 'ingest' }),
    ];
    await expireLease(db, expired.id);
    const stale = { ...takenOver, fence: takenOver.fence - 1 };
    expect(await finishJobs(db, [kept, expired, stale])).toEqual(new Set([kept.id]));
    const left = await db.selectFrom('jobs').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([expired.id, takenOver.id].toSorted());
  });
});
