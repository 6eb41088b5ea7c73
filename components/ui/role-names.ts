import type { Role } from '#lib/lifecycle.ts';

/** What people call the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  editor: 'Editor',
  support: 'Support',
  operator: 'Operator',
  member: 'Member',
};
