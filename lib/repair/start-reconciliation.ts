import { randomUUID } from 'node:crypto';
import { insertReconciliation } from '#db/queries/reconciliation.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Has rows and store brought together by a worker; a dry run records what it would do, and does nothing. */
export async function startReconciliation(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { dryRun }: { dryRun: boolean },
): Promise<{ id: string }> {
  requirePermission(caller.actor, 'repair.act');
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    await insertReconciliation(trx, { id, dryRun, by: personId(caller) });
    await enqueueJob(trx, { queue: 'inspect', payload: { reconciliation_id: id }, dedupKey: id });
    await recordAudit(trx, caller, {
      action: 'reconciliation.started',
      subjectKind: 'reconciliation',
      subjectId: id,
      detail: { dry_run: dryRun },
    });
  });
  return { id };
}
