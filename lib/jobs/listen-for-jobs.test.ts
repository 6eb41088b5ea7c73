import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobTable } from '#test/job-table.ts';
import { enqueueJobs } from './enqueue-jobs.ts';
import { listenForJobs } from './listen-for-jobs.ts';

const { db, services } = await jobTable();
const url = services.env.DATABASE_URL;
const retryMs = 20;

/** Counts calls, so that a test can wait for the next one. */
function counter() {
  let count = 0;
  const call = () => {
    count += 1;
  };
  return {
    call,
    reaches: (wanted: number) => expect.poll(() => count).toBeGreaterThanOrEqual(wanted),
    now: () => count,
  };
}

describe('listening for jobs', () => {
  it('gives a hint when it begins, and one for a whole bulk', async () => {
    const hints = counter();
    const listener = listenForJobs(url, hints.call, () => {}, retryMs);
    await hints.reaches(1);
    await enqueueJobs(
      db,
      Array.from({ length: 50 }, () => ({ queue: 'plan' as const, payload: {} })),
    );
    await hints.reaches(2);
    await listener.stop();
    expect(hints.now()).toBe(2);
  });

  it('gives none for a job that was already alive, nor for one that was rolled back', async () => {
    const hints = counter();
    await enqueueJobs(db, [{ queue: 'plan', payload: {}, dedupKey: 'alive' }]);
    const listener = listenForJobs(url, hints.call, () => {}, retryMs);
    await hints.reaches(1);
    await enqueueJobs(db, [{ queue: 'plan', payload: {}, dedupKey: 'alive' }]);
    const rolledBack = db.transaction().execute(async (trx) => {
      await enqueueJobs(trx, [{ queue: 'plan', payload: {} }]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await enqueueJobs(db, [{ queue: 'plan', payload: {} }]);
    await hints.reaches(2);
    await listener.stop();
    expect(hints.now()).toBe(2);
  });

  it('comes back when its connection is cut, with a hint for what it may have missed', async () => {
    const [hints, errors] = [counter(), counter()];
    const listener = listenForJobs(url, hints.call, errors.call, retryMs);
    await hints.reaches(1);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'blazon listen' and datname = current_database()`.execute(db);
    await hints.reaches(2);
    expect(errors.now()).toBeGreaterThan(0);
    await enqueueJobs(db, [{ queue: 'plan', payload: {} }]);
    await hints.reaches(3);
    await listener.stop();
  });

  it('keeps trying where nobody answers, until it is stopped', async () => {
    const errors = counter();
    const nowhere = 'postgres://nobody:x@127.0.0.1:1/none';
    const listener = listenForJobs(nowhere, () => {}, errors.call, retryMs);
    await errors.reaches(3);
    await listener.stop();
  });
});
