import { lockUser } from '#db/queries/users.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import type { SetMembershipsInput } from './people-schemas.ts';
import { requirePermission } from './require-permission.ts';
import { storeMemberships } from './store-memberships.ts';

export async function setMemberships(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id, memberships }: SetMembershipsInput,
): Promise<void> {
  requirePermission(caller.actor, 'people.manage');
  await services.db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, id))) throw notFound('person');
    await storeMemberships(trx, id, memberships);
    await recordAudit(trx, caller, {
      action: 'person.memberships_set',
      subjectKind: 'user',
      subjectId: id,
      detail: { memberships },
    });
  });
}
