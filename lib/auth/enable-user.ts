import { lockUser, updateUser } from '#db/queries/users.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { requirePermission } from './require-permission.ts';

export async function enableUser(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  requirePermission(caller.actor, 'people.manage');
  await services.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user) throw notFound('person');
    if (!user.disabled_at) return;
    await updateUser(trx, id, { disabled_at: null });
    await recordAudit(trx, caller, { action: 'person.enabled', subjectKind: 'user', subjectId: id });
  });
}
