import { afterEach, expect, it, vi } from 'vitest';
import { personCaller } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import { operationsOverview } from './operations-overview.ts';
import { checkReadiness } from './readiness.ts';

const { services } = await testServices();
const operator = personCaller('00000000-0000-4000-8000-000000000001', 'operator');
const look = () => operationsOverview(services, operator, { spanSeconds: 3600 });

afterEach(() => vi.useRealTimers());

it('a worker is alive by the database’s clock, however wrong the clock of the web server goes', async () => {
  await services.db.insertInto('workers').values({ id: 'host/1', kind: 'worker' }).execute();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  expect(await look()).toMatchObject({ liveWorkers: 1, workers: [{ id: 'host/1', is_alive: true }] });
});

it('a worker that fell silent is dead in the overview and to the probe alike', async () => {
  await services.db
    .updateTable('workers')
    .set({ seen_at: new Date(Date.now() - 40_000) })
    .execute();
  const { liveWorkers, workers, state } = await look();
  expect([liveWorkers, workers[0]?.is_alive, state.tone]).toEqual([0, false, 'warn']);
  expect(workers[0]?.silent_seconds).toBeGreaterThan(39);
  expect((await checkReadiness(services)).checks.worker.ok).toBe(false);
});

it('a relay takes no jobs, so it counts as no worker', async () => {
  await services.db.deleteFrom('workers').execute();
  await services.db.insertInto('workers').values({ id: 'host/2', kind: 'relay' }).execute();
  expect(await look()).toMatchObject({ liveWorkers: 0, workers: [{ kind: 'relay', is_alive: true }] });
});
