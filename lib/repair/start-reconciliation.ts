import { randomUUID } from 'node:crypto';
import { countMasters } from '#db/queries/masters.ts';
import { insertReconciliation, lockUnfinishedRun } from '#db/queries/reconciliation.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { sampleEvery } from './is-sampled.ts';

/**
 * Has rows and store brought together by a worker; a dry run records what it would do, and does nothing. `allBytes`
 * reads every master and file, not a sample.
 */
export async function startReconciliation(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  {
    dryRun,
    allBytes = false,
    isOnlyOne = false,
  }: {
    dryRun: boolean;
    allBytes?: boolean;
    /** Refuses while another is under way: for people at a button, who press twice. */
    isOnlyOne?: boolean;
  },
): Promise<{ id: string }> {
  requirePermission(caller.actor, 'repair.act');
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    if (isOnlyOne && (await lockUnfinishedRun(trx)))
      throw new Problem(
        'conflict',
        'One is under way. Wait until it is through; this page shows how far it is.',
      );
    const every = sampleEvery(await countMasters(trx), allBytes);
    await insertReconciliation(trx, { id, dryRun, allBytes, sampleEvery: every, by: personId(caller) });
    await enqueueJob(trx, { queue: 'inspect', payload: { reconciliation_id: id }, dedupKey: id });
    await recordAudit(trx, caller, {
      action: 'reconciliation.started',
      subjectKind: 'reconciliation',
      subjectId: id,
      detail: { dry_run: dryRun, all_bytes: allBytes },
    });
  });
  return { id };
}
