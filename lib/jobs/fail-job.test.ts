import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  claimedJob,
  claimNext,
  expireLease,
  findDeadJob,
  findJobRow,
  jobTable,
  makeDue,
} from '#test/job-table.ts';
import { failJob } from './fail-job.ts';
import type { JobHandler } from './job.ts';
import { JobError } from './job-error.ts';
import { LeaseLost } from './lease-lost.ts';

const { db } = await jobTable();
const noRandom = 0;
const storeAway = new JobError('store_unavailable', 'the store did not answer');
const broken = new JobError('source_invalid', 'the master is torn');

beforeAll(async () => {
  await sql`create table told (job_id uuid, category text)`.execute(db);
});

const handler: JobHandler = {
  run: async () => ({ state: 'done' }),
  async onDead(trx, job, error) {
    await sql`insert into told values (${job.id}, ${error.category})`.execute(trx);
  },
};
const refusing: JobHandler = {
  ...handler,
  async onDead(trx, job, error) {
    await handler.onDead?.(trx, job, error);
    throw new Error('the handler cannot');
  },
};
const listTold = async (jobId: string) =>
  (await sql<{ category: string }>`select category from told where job_id = ${jobId}`.execute(db)).rows;

describe('a failed attempt', () => {
  it('goes back into the queue with its error, and is claimed again', async () => {
    const job = await claimedJob(db);
    expect(await failJob(db, handler, job, storeAway, noRandom)).toBe('retry');
    expect(await findJobRow(db, job.id)).toMatchObject({
      lease_until: null,
      attempts: 1,
      last_error_category: 'store_unavailable',
      last_error: 'the store did not answer',
    });
    expect((await claimNext(db)).attempts).toBe(2);
  });

  it('waits before it is tried again', async () => {
    const job = await claimedJob(db);
    await failJob(db, handler, job, storeAway, 0.999);
    const { rows } = await sql`
      select from jobs where id = ${job.id} and run_at > clock_timestamp() + interval '500 milliseconds'`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });

  it('ends among the dead letters when its attempts are used up, once', async () => {
    const job = await claimedJob(db, { maxAttempts: 2, payload: { keep: ['me', 1] }, dedupKey: 'k' });
    await failJob(db, handler, job, storeAway, noRandom);
    await makeDue(db, job.id);
    const second = await claimNext(db);
    expect(await failJob(db, handler, second, new JobError('internal', 'and again'), noRandom)).toBe('dead');
    expect(await findJobRow(db, job.id)).toBeUndefined();
    expect(await findDeadJob(db, job.id)).toMatchObject({
      queue: 'derive',
      attempts: 2,
      max_attempts: 2,
      dedup_key: 'k',
      payload: { keep: ['me', 1] },
      last_error_category: 'internal',
      last_error: 'and again Before that: the store did not answer',
    });
    expect(await listTold(job.id)).toEqual([{ category: 'internal' }]);
  });

  it('dies at once when no other attempt can end otherwise', async () => {
    const job = await claimedJob(db);
    expect(await failJob(db, handler, job, broken, noRandom)).toBe('dead');
    const permanent = await claimedJob(db);
    const error = new JobError('internal', 'never', { permanent: true });
    expect(await failJob(db, handler, permanent, error, noRandom)).toBe('dead');
  });

  it('is buried and told to the handler in one transaction: neither happens alone', async () => {
    const job = await claimedJob(db);
    await expect(failJob(db, refusing, job, broken, noRandom)).rejects.toThrow('the handler cannot');
    expect(await findDeadJob(db, job.id)).toBeUndefined();
    expect(await findJobRow(db, job.id)).toBeDefined();
    expect(await listTold(job.id)).toEqual([]);
  });

  it('is buried even where its handler can make no sense of it, and what that handler wrote is undone', async () => {
    const job = await claimedJob(db);
    const helpless: JobHandler = {
      ...handler,
      async onDead(trx, dead, error) {
        await handler.onDead?.(trx, dead, error);
        throw new JobError('internal', 'no such payload', { permanent: true });
      },
    };
    expect(await failJob(db, helpless, job, broken, noRandom)).toBe('dead');
    expect(await findDeadJob(db, job.id)).toMatchObject({ last_error_category: 'source_invalid' });
    expect(await listTold(job.id)).toEqual([]);
  });

  it('cannot be recorded by a worker whose lease expired, and nothing changes', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    const before = await findJobRow(db, job.id);
    await expect(failJob(db, handler, job, broken, noRandom)).rejects.toThrow(LeaseLost);
    await expect(failJob(db, handler, job, storeAway, noRandom)).rejects.toThrow(LeaseLost);
    expect(await findJobRow(db, job.id)).toEqual(before);
    expect(await findDeadJob(db, job.id)).toBeUndefined();
  });

  it('lets the key of a dead job be used again', async () => {
    const job = await claimedJob(db, { dedupKey: 'reborn' });
    await failJob(db, handler, job, broken, noRandom);
    expect((await claimedJob(db, { dedupKey: 'reborn' })).id).not.toBe(job.id);
  });
});
