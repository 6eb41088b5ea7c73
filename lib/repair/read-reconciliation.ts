import { findReconciliation } from '#db/queries/reconciliation.ts';
import { listActs } from '#db/queries/reconciliation-acts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';

const atATime = 500;

/** How far a reconciliation is. */
export async function getReconciliation({ db }: Pick<Services, 'db'>, caller: Caller, id: string) {
  requirePermission(caller.actor, 'repair.act');
  const found = await findReconciliation(db, id);
  if (!found) throw notFound('reconciliation');
  return found;
}

/** All that it did or would have done, by kind and subject, a page at a time. */
export async function* readActs({ db }: Pick<Services, 'db'>, caller: Caller, id: string) {
  requirePermission(caller.actor, 'repair.act');
  for (let after: { kind: string; subject: string } | undefined; ; ) {
    const page = await listActs(db, id, { after, limit: atATime });
    yield* page;
    if (page.length < atATime) return;
    after = page.at(-1);
  }
}
