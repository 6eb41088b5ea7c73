import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { claimedJob } from '#test/job-table.ts';
import { enqueueJob, enqueueJobs } from './enqueue-jobs.ts';
import { finishJob } from './finish-job.ts';

const { db } = await testDatabase();

describe('enqueueing', () => {
  it('makes one job of two with one key while the first lives', async () => {
    const first = await enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'twice' });
    const second = await enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'twice' });
    expect(first.created).toBe(true);
    expect(second).toEqual({ id: first.id, created: false });
  });

  it('makes a new job once the one with the same key is gone', async () => {
    const first = await enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'again' });
    await db.deleteFrom('jobs').where('id', '=', first.id).execute();
    const second = await enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'again' });
    expect(second.created).toBe(true);
  });

  it('waits for a job of the same key that is just ending, and makes a new one', async () => {
    const job = await claimedJob(db, { dedupKey: 'ending' });
    const { enqueueing } = await db.transaction().execute(async (trx) => {
      await finishJob(trx, job);
      return { enqueueing: enqueueJob(db, { queue: 'derive', payload: {}, dedupKey: 'ending' }) };
    });
    expect((await enqueueing).created).toBe(true);
  });

  it('takes the same key in two queues for two jobs', async () => {
    const plan = await enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'shared' });
    const derive = await enqueueJob(db, { queue: 'derive', payload: {}, dedupKey: 'shared' });
    expect([plan.created, derive.created]).toEqual([true, true]);
  });

  it('makes one job of 20 concurrent requests with one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enqueueJob(db, { queue: 'plan', payload: {}, dedupKey: 'storm' })),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('answers a bulk in its order, and gives equal keys within it one job', async () => {
    const answers = await enqueueJobs(db, [
      { queue: 'derive', payload: { n: 1 }, dedupKey: 'z' },
      { queue: 'derive', payload: { n: 2 } },
      { queue: 'derive', payload: { n: 3 }, dedupKey: 'a' },
      { queue: 'derive', payload: { n: 4 }, dedupKey: 'z' },
    ]);
    expect(answers.map(({ created }) => created)).toEqual([true, true, true, false]);
    expect(answers[3]?.id).toBe(answers[0]?.id);
    const third = await db
      .selectFrom('jobs')
      .select('payload')
      .where('id', '=', answers[2]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(third.payload).toEqual({ n: 3 });
  });

  it('lets two transactions enqueue the same keys in opposite orders', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `ordered-${index}`);
    const enqueue = (order: string[]) =>
      db.transaction().execute((trx) =>
        enqueueJobs(
          trx,
          order.map((dedupKey) => ({ queue: 'derive', payload: {}, dedupKey })),
        ),
      );
    const [forwards, backwards] = await Promise.all([enqueue(keys), enqueue(keys.toReversed())]);
    expect(forwards.map(({ id }) => id)).toEqual(backwards.toReversed().map(({ id }) => id));
  });

  it('leaves nothing behind when the transaction around it rolls back', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await enqueueJob(trx, { queue: 'ingest', payload: {}, dedupKey: 'rolled back' });
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    const left = await db.selectFrom('jobs').selectAll().where('dedup_key', '=', 'rolled back').execute();
    expect(left).toEqual([]);
  });

  it('accepts none', async () => {
    expect(await enqueueJobs(db, [])).toEqual([]);
  });
});
