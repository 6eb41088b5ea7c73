import { lockUser, updateUser } from '#db/queries/users.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { keepAnAdmin } from './keep-an-admin.ts';
import { hashPassword } from './password.ts';
import type { ChangeUserInput } from './people-schemas.ts';
import { requirePermission } from './require-permission.ts';
import { storePassword } from './store-password.ts';

/** Changes what is given. A new password ends the person's sessions; a new role holds from the next request on. */
export async function changeUser(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id, name, role, password }: ChangeUserInput,
): Promise<void> {
  requirePermission(caller.actor, 'people.manage');
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  await services.db.transaction().execute(async (trx) => {
    // Before the person's own row, so that everyone locks in one order.
    if (role !== undefined && role !== 'admin') await keepAnAdmin(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw notFound('person');
    await updateUser(trx, id, { name: name ?? user.name, role: role ?? user.role });
    if (passwordHash !== undefined) await storePassword(trx, id, passwordHash);
    await recordAudit(trx, caller, {
      action: 'person.changed',
      subjectKind: 'user',
      subjectId: id,
      detail: {
        name,
        role,
        password_changed: passwordHash !== undefined,
        before: { name: user.name, role: user.role },
      },
    });
  });
}
