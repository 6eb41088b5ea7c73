import { describe, expect, it } from 'vitest';
import { handledBy } from '#test/all-queues.ts';
import {
  claimedJob,
  claimNext,
  expireLease,
  findDeadJob,
  findJobRow,
  jobTable,
  passDeadline,
} from '#test/job-table.ts';
import { enqueueJob } from './enqueue-jobs.ts';
import { buryOverdueJobs, sweepJobs } from './sweep-jobs.ts';

const { db, services } = await jobTable();
const told: string[] = [];
const handlers = handledBy({
  run: async () => ({ state: 'done' }),
  async onDead(_trx, job, error) {
    told.push(`${job.id} ${error.category}`);
    if (job.dedupKey === 'cannot be buried') throw new Error('no');
  },
});
const sweep = () => sweepJobs(services, handlers, () => 0);

describe('the sweep', () => {
  it('gives back what a worker that ended left behind, and leaves held leases alone', async () => {
    const abandoned = await claimedJob(db, { queue: 'plan' });
    const held = await claimedJob(db, { queue: 'derive' });
    await expireLease(db, abandoned.id);
    expect(await sweep()).toEqual({ retried: 1, dead: 0 });
    expect(await findJobRow(db, abandoned.id)).toMatchObject({
      lease_until: null,
      last_error_category: 'lease_lost',
    });
    expect((await findJobRow(db, held.id))?.lease_until).not.toBeNull();
    expect(await claimNext(db, 'plan')).toMatchObject({ id: abandoned.id, attempts: 2 });
  });

  it('does not sweep one job twice when several sweep at once', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    const swept = await Promise.all(Array.from({ length: 8 }, sweep));
    expect(swept.reduce((sum, { retried }) => sum + retried, 0)).toBe(1);
  });

  it('buries a job that ends every worker that takes it', async () => {
    const job = await claimedJob(db, { maxAttempts: 1 });
    await expireLease(db, job.id);
    expect(await sweep()).toEqual({ retried: 0, dead: 1 });
    expect(await findDeadJob(db, job.id)).toMatchObject({ last_error_category: 'lease_lost' });
    expect(told).toContain(`${job.id} lease_lost`);
  });

  it('buries a job whose deadline passed under a lease that ran out', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    await passDeadline(db, job.id);
    expect(await sweep()).toEqual({ retried: 0, dead: 1 });
    expect(await findDeadJob(db, job.id)).toMatchObject({ last_error_category: 'deadline_passed' });
  });

  it('goes on after one that its handler cannot bury', async () => {
    const stuck = await claimedJob(db, { queue: 'plan', maxAttempts: 1, dedupKey: 'cannot be buried' });
    const other = await claimedJob(db, { queue: 'derive', maxAttempts: 1 });
    await expireLease(db, stuck.id);
    await expireLease(db, other.id);
    expect(await sweep()).toEqual({ retried: 0, dead: 1 });
    expect(await findJobRow(db, stuck.id)).toBeDefined();
    expect(await findDeadJob(db, other.id)).toBeDefined();
    await db.deleteFrom('jobs').execute();
  });

  it('buries what nobody took before its deadline', async () => {
    const late = await enqueueJob(db, { queue: 'derive', payload: {} });
    const inTime = await enqueueJob(db, { queue: 'derive', payload: {} });
    await passDeadline(db, late.id);
    expect(await buryOverdueJobs(services, handlers)).toEqual({ retried: 0, dead: 1 });
    expect(await findDeadJob(db, late.id)).toMatchObject({
      attempts: 0,
      last_error_category: 'deadline_passed',
    });
    expect(await findJobRow(db, inTime.id)).toBeDefined();
  });
});
