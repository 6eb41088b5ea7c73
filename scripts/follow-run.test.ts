import { expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { followRun } from './follow-run.ts';

const { db } = await testDatabase();
const running = { rows: 0, failure: null, finished_at: null };

/** One state a look, the last for good; answers what was told meanwhile. */
async function follow(
  states: readonly (typeof running | { rows: number; finished_at: Date; failure: null })[],
) {
  const told: string[] = [];
  let looks = 0;
  const look = async () => states[Math.min(looks++, states.length - 1)] ?? running;
  const last = await followRun(
    db,
    look,
    ({ rows }) => `${rows} rows`,
    (line) => told.push(line),
  );
  return { told, last };
}

it('says once that nobody does it, and how far it is whenever that has changed', async () => {
  const finished = { rows: 5, failure: null, finished_at: new Date() };
  const { told, last } = await follow([running, running, { ...running, rows: 5 }, finished]);
  expect(told).toEqual(['0 rows', expect.stringContaining('No worker is alive'), '5 rows']);
  expect(last).toBe(finished);
});

it('says nothing of workers where one is alive', async () => {
  await db.insertInto('workers').values({ id: 'host/1', kind: 'worker' }).execute();
  const { told } = await follow([running, { rows: 0, failure: null, finished_at: new Date() }]);
  expect(told).toEqual(['0 rows']);
});

it('throws what a run failed of', async () => {
  const failed = { rows: 0, failure: 'internal: it broke', finished_at: new Date() };
  const call = followRun(
    db,
    async () => failed,
    () => '',
    () => undefined,
  );
  await expect(call).rejects.toThrow('It failed: internal: it broke');
});
