import { randomUUID } from 'node:crypto';
import { insertUser } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { hashPassword } from './password.ts';
import type { CreateUserInput } from './people-schemas.ts';
import { requirePermission } from './require-permission.ts';
import { storeMemberships } from './store-memberships.ts';

export async function createUser(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { email, name, role, password, memberships }: CreateUserInput,
): Promise<{ id: string }> {
  requirePermission(caller.actor, 'people.manage');
  const id = randomUUID();
  const passwordHash = await hashPassword(password);
  await services.db.transaction().execute(async (trx) => {
    if (!(await insertUser(trx, { id, email, name, role, password_hash: passwordHash }))) {
      const message = `There is an account for ${email} already. Change that one.`;
      throw new Problem('conflict', message, { details: { issues: [{ path: 'email', message }] } });
    }
    await storeMemberships(trx, id, memberships);
    await recordAudit(trx, caller, {
      action: 'person.created',
      subjectKind: 'user',
      subjectId: id,
      detail: { email, role, memberships },
    });
  });
  return { id };
}
