import { beforeEach, describe, expect, it } from 'vitest';
import { claimNext, expireLease, findJobRow, jobTable } from '#test/job-table.ts';
import { claimJobs } from './claim-jobs.ts';
import type { Place } from './claim-place.ts';
import { enqueueJob, enqueueJobs } from './enqueue-jobs.ts';

const { db } = await jobTable();
const claim = (limit: number) => claimJobs(db, { queue: 'derive', limit, workerId: 'test', leaseMs: 60_000 });

beforeEach(async () => {
  await db.deleteFrom('jobs').execute();
});

describe('claiming', () => {
  it('gives no job to two of 16 concurrent claimers, and every job to one', async () => {
    const jobs = await enqueueJobs(
      db,
      Array.from({ length: 800 }, (_, n) => ({ queue: 'derive' as const, payload: { n } })),
    );
    const claimed: string[] = [];
    const claimer = async () => {
      for (let batch = await claim(7); batch.length > 0; batch = await claim(7))
        claimed.push(...batch.map(({ job }) => job.id));
    };
    await Promise.all(Array.from({ length: 16 }, claimer));
    expect(claimed).toHaveLength(jobs.length);
    expect(new Set(claimed)).toEqual(new Set(jobs.map(({ id }) => id)));
  });

  it('never takes more than asked, and takes from its own queue only', async () => {
    await enqueueJobs(
      db,
      Array.from({ length: 30 }, () => ({ queue: 'derive' as const, payload: {} })),
    );
    await enqueueJob(db, { queue: 'plan', payload: {} });
    expect(await claim(10)).toHaveLength(10);
    expect(await claim(100)).toHaveLength(20);
    expect(await claim(100)).toEqual([]);
  });

  it('takes by priority, then by time, then by the order of the enqueue', async () => {
    const past = new Date(Date.now() - 60_000);
    await enqueueJobs(db, [
      { queue: 'derive', payload: { name: 'on demand' }, priority: 20 },
      { queue: 'derive', payload: { name: 'second' } },
      { queue: 'derive', payload: { name: 'third' } },
      { queue: 'derive', payload: { name: 'first' }, runAt: past },
      { queue: 'derive', payload: { name: 'thumb' }, priority: -5 },
    ]);
    const order = [...(await claim(2)), ...(await claim(3))].map(({ job }) => job.payload);
    expect(order).toEqual(['thumb', 'first', 'second', 'third', 'on demand'].map((name) => ({ name })));
  });

  it('goes on behind the place of an earlier claim, and meets none twice and passes over none', async () => {
    // One moment for several, so that the id decides between them.
    const moments = Array.from({ length: 4 }, (_, n) => new Date(Date.now() - 60_000 + n));
    const jobs = await enqueueJobs(
      db,
      [3, -1, 0].flatMap((priority) =>
        moments.flatMap((runAt) =>
          Array.from({ length: 5 }, () => ({ queue: 'derive' as const, payload: {}, priority, runAt })),
        ),
      ),
    );
    const claimed: string[] = [];
    let after: Place | undefined;
    for (;;) {
      const claims = await claimJobs(db, {
        queue: 'derive',
        limit: 7,
        workerId: 'test',
        leaseMs: 60_000,
        after,
      });
      if (claims.length === 0) break;
      claimed.push(...claims.map(({ job }) => job.id));
      after = claims.at(-1)?.place;
    }
    expect(claimed.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  });

  it('sees from the head what lies before the place', async () => {
    await enqueueJob(db, { queue: 'derive', payload: {} });
    const [first] = await claim(1);
    const urgent = await enqueueJob(db, { queue: 'derive', payload: {}, priority: -5 });
    const after = first?.place;
    expect(
      await claimJobs(db, { queue: 'derive', limit: 1, workerId: 'test', leaseMs: 60_000, after }),
    ).toEqual([]);
    expect((await claim(1)).map(({ job }) => job.id)).toEqual([urgent.id]);
  });

  it('leaves a job alone until its time has come', async () => {
    await enqueueJob(db, { queue: 'derive', payload: {}, runAt: new Date(Date.now() + 60_000) });
    expect(await claim(1)).toEqual([]);
  });

  it('counts the attempt and gives a higher fence at every claim', async () => {
    await enqueueJob(db, { queue: 'derive', payload: {} });
    const first = await claimNext(db);
    await expireLease(db, first.id);
    await db.updateTable('jobs').set({ lease_until: null }).execute();
    const second = await claimNext(db);
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    expect(second.fence).toBeGreaterThan(first.fence);
  });

  it('hands over the whole job, with the time that is left by the database’s clock', async () => {
    const actorId = '0190a6b2-0000-7000-8000-000000000001';
    await enqueueJob(db, {
      queue: 'derive',
      payload: { contract: { format: 'web-small' } },
      dedupKey: 'a/b/1/web-small',
      deadlineMs: 90_000,
      maxAttempts: 3,
      actorId,
      audience: 'teacher',
    });
    const [claimed] = await claim(1);
    expect(claimed?.job).toMatchObject({
      queue: 'derive',
      attempts: 1,
      maxAttempts: 3,
      payload: { contract: { format: 'web-small' } },
      dedupKey: 'a/b/1/web-small',
      actorId,
      audience: 'teacher',
    });
    expect(claimed?.deadlineInMs).toBeGreaterThan(60_000);
    expect(claimed?.deadlineInMs).toBeLessThanOrEqual(90_000);
    expect(await findJobRow(db, claimed?.job.id ?? '')).toMatchObject({ leased_by: 'test' });
  });
});
