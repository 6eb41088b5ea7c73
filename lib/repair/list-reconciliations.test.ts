import { expect, it } from 'vitest';
import { insertCaller, openPortal } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { listReconciliations } from './list-reconciliations.ts';
import { startReconciliation } from './start-reconciliation.ts';

const { services } = await testServices();
const { admin, editor } = await openPortal(services);

it('tells staff how far a run is and who began it, and lets no member see it nor an editor begin one', async () => {
  expect(await listReconciliations(services, editor)).toEqual([]);
  await startReconciliation(services, admin, { dryRun: true });
  expect(await listReconciliations(services, editor)).toMatchObject([
    { dry_run: true, finished_at: null, by: expect.any(String), stepNumber: 1, acts: [], samples: [] },
  ]);
  const member = await insertCaller(services, 'member');
  await expect(listReconciliations(services, member)).rejects.toThrow();
  await expect(startReconciliation(services, editor, { dryRun: true })).rejects.toThrow();
});

it('begins one of those that are pressed for at once, while the clock may begin another', async () => {
  await services.db.deleteFrom('reconciliations').execute();
  const press = () => startReconciliation(services, admin, { dryRun: false, isOnlyOne: true });
  const answers = await Promise.allSettled([press(), press(), press(), press()]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(press()).rejects.toThrow('One is under way');
  await startReconciliation(services, admin, { dryRun: false });
});
