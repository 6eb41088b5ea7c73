import { bumpSessionEpoch, lockUser } from '#db/queries/users.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { ownOrAdmin } from './own-or-admin.ts';

/** Signs a person out everywhere: themselves, or anyone by an admin. */
export async function endSessions(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  if (!ownOrAdmin(caller.actor, id)) throw notFound('person');
  await services.db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, id))) throw notFound('person');
    await bumpSessionEpoch(trx, id);
    await recordAudit(trx, caller, { action: 'person.sessions_ended', subjectKind: 'user', subjectId: id });
  });
}
