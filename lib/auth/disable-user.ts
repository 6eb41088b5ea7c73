import { revokeApiTokensOf } from '#db/queries/api-tokens.ts';
import { bumpSessionEpoch, lockUser, updateUser } from '#db/queries/users.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { keepAnAdmin } from './keep-an-admin.ts';
import { requirePermission } from './require-permission.ts';

/** Ends the person's sessions and revokes their tokens for good: enabling them again brings none of them back. */
export async function disableUser(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  requirePermission(caller.actor, 'people.manage');
  await services.db.transaction().execute(async (trx) => {
    await keepAnAdmin(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw notFound('person');
    if (user.disabled_at) return;
    await updateUser(trx, id, { disabled_at: 'now' });
    await bumpSessionEpoch(trx, id);
    await revokeApiTokensOf(trx, id);
    await recordAudit(trx, caller, { action: 'person.disabled', subjectKind: 'user', subjectId: id });
  });
}
