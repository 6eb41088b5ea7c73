import { findReconciliation } from '#db/queries/reconciliation.ts';
import { listActs } from '#db/queries/reconciliation-acts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';

/** Whether a reconciliation is through, and what it did or would have done. */
export async function readReconciliation({ db }: Pick<Services, 'db'>, caller: Caller, id: string) {
  requirePermission(caller.actor, 'repair.act');
  const found = await findReconciliation(db, id);
  if (!found) throw notFound('reconciliation');
  return { ...found, acts: await listActs(db, id) };
}
