import { expect, it } from 'vitest';
import { readLag } from '#db/queries/metric-facts.ts';
import { listWorkers } from '#db/queries/workers.ts';
import { checkReadiness } from '#lib/observe/readiness.ts';
import { testServices } from '#test/services.ts';
import { startSignOfLife } from './sign-of-life.ts';

const { services } = await testServices();
const { db } = services;

it('lists a relay while it runs, and counts it as no worker: photos would wait beside it', async () => {
  const life = startSignOfLife(services, 'relay');
  await expect.poll(() => listWorkers(db)).toMatchObject([{ id: life.id, kind: 'relay', leased: 0 }]);
  expect((await readLag(db, 30)).workers).toBe(0);
  expect((await checkReadiness(services)).checks.worker.ok).toBe(false);
  await life.stop();
  expect(await listWorkers(db)).toEqual([]);
});
