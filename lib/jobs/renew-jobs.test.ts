import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { claimedJob, expireLease, findJobRow, jobTable } from '#test/job-table.ts';
import { releaseJobs } from './release-jobs.ts';
import { renewJobs } from './renew-jobs.ts';

const { db } = await jobTable();

describe('renewing', () => {
  it('extends a lease that holds', async () => {
    const job = await claimedJob(db);
    const before = (await findJobRow(db, job.id))?.lease_until;
    expect(await renewJobs(db, [job], 600_000)).toEqual(new Set([job.id]));
    const after = (await findJobRow(db, job.id))?.lease_until;
    expect(after?.getTime()).toBeGreaterThan((before?.getTime() ?? 0) + 500_000);
  });

  it('does not revive a lease that expired, nor touch one under another fence', async () => {
    const expired = await claimedJob(db, { queue: 'derive' });
    await expireLease(db, expired.id);
    const other = await claimedJob(db, { queue: 'plan' });
    const before = await findJobRow(db, other.id);
    expect(await renewJobs(db, [expired, { ...other, fence: other.fence - 1 }], 600_000)).toEqual(new Set());
    expect(await findJobRow(db, other.id)).toEqual(before);
  });

  it('passes over a job that is being committed, without taking it for lost', async () => {
    const job = await claimedJob(db);
    await db.transaction().execute(async (trx) => {
      await sql`select from jobs where id = ${job.id} for update`.execute(trx);
      expect(await renewJobs(db, [job], 600_000)).toEqual(new Set([job.id]));
    });
  });
});

describe('releasing', () => {
  it('gives a job back with its attempt', async () => {
    const job = await claimedJob(db);
    await releaseJobs(db, [job], 0);
    expect(await findJobRow(db, job.id)).toMatchObject({ attempts: 0, lease_until: null, leased_by: null });
  });

  it('leaves a job alone whose lease was lost', async () => {
    const job = await claimedJob(db);
    await expireLease(db, job.id);
    const before = await findJobRow(db, job.id);
    await releaseJobs(db, [job], 0);
    expect(await findJobRow(db, job.id)).toEqual(before);
  });
});
