import { unsafeListUsers } from '#db/queries/users.ts';
import type { Role } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { requirePermission } from './require-permission.ts';

export interface PersonEntry {
  id: string;
  email: string;
  name: string;
  role: Role;
  memberships: { audience: string; products: 'all' | string[] }[];
  disabled_at: string | null;
  created_at: string;
}

/** Everyone with an account, by name. */
export async function listPeople(services: Pick<Services, 'db'>, caller: Caller): Promise<PersonEntry[]> {
  requirePermission(caller.actor, 'people.manage');
  const users = await unsafeListUsers(services.db);
  return users.map(({ id, email, name, role, memberships, disabled_at, created_at }) => ({
    id,
    email,
    name,
    role,
    memberships,
    disabled_at: disabled_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}
