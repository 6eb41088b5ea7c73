import type { Database, Trx } from '#db/client.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { recordAudit } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';

/** Deletes old records of one kind, with one audit row that says how many; none where there were none. */
export async function forget(
  db: Database,
  subjectKind: string,
  action: AuditAction,
  remove: (trx: Trx) => Promise<number>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const count = await remove(trx);
    if (count > 0)
      await recordAudit(trx, systemCaller('retention'), {
        action,
        subjectKind,
        subjectId: 'all',
        detail: { count },
      });
  });
}
