import { findLastReconciliation } from '#db/queries/reconciliation.ts';
import { countActs } from '#db/queries/reconciliation-acts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';

export interface LastReconciliation {
  at: Date;
  dryRun: boolean;
  failure: string | null;
  /** How often it did what to which kind of thing. */
  acts: { kind: string; act: string; times: number }[];
}

/** When rows and store were last brought together, and what that took. Undefined before the first time. */
export async function getLastReconciliation(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
): Promise<LastReconciliation | undefined> {
  requirePermission(caller.actor, 'operations.read');
  const run = await findLastReconciliation(db);
  if (!run?.finished_at) return undefined;
  return {
    at: run.finished_at,
    dryRun: run.dry_run,
    failure: run.failure,
    acts: await countActs(db, run.id),
  };
}
