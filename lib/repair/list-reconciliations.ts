import { listReconciliations as listRows } from '#db/queries/reconciliation.ts';
import { countActs, listActSamples } from '#db/queries/reconciliation-acts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { reconcileSteps } from './reconcile-steps.ts';

const runsShown = 10;
const samplesShown = 5;

/** The latest runs, with what each found by kind, a few of each by name, and how far one is that is under way. */
export async function listReconciliations({ db }: Pick<Services, 'db'>, caller: Caller) {
  requirePermission(caller.actor, 'repair.read');
  const rows = await listRows(db, runsShown);
  return Promise.all(
    rows.map(async (run) => ({
      ...run,
      acts: await countActs(db, run.id),
      samples: await listActSamples(db, run.id, samplesShown),
      stepNumber: Math.max(1, reconcileSteps.findIndex(({ name }) => name === run.step) + 1),
      steps: reconcileSteps.length,
    })),
  );
}
