import type { Actor } from '#lib/auth/actor.ts';
import { may, type Permission } from '#lib/auth/permissions.ts';

export interface Place {
  href: string;
  title: string;
}

const places: readonly (Place & {
  permission: Permission;
  /** Who may do this finds it by another place. */
  instead?: Permission;
})[] = [
  { href: '/catalog', title: 'Catalog', permission: 'catalog.read' },
  { href: '/library', title: 'Library', permission: 'library.read' },
  { href: '/review', title: 'Review', permission: 'asset.approve' },
  { href: '/policies', title: 'Policies', permission: 'policy.read' },
  { href: '/trace', title: 'Trace', permission: 'trace.read' },
  { href: '/operations', title: 'Operations', permission: 'operations.read' },
  {
    href: '/operations/reconciliation',
    title: 'Reconciliation',
    permission: 'repair.read',
    instead: 'operations.read',
  },
  { href: '/people', title: 'People', permission: 'people.manage' },
];

/** Where a person may go from anywhere. One place alone is no choice: the company's name leads there. */
export function placesOf(actor: Actor): Place[] {
  const open = places.filter(
    ({ permission, instead }) => may(actor, permission) && !(instead && may(actor, instead)),
  );
  return open.length > 1 ? open.map(({ href, title }) => ({ href, title })) : [];
}
