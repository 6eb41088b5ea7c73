import type { Role } from '#lib/lifecycle.ts';
import type { Actor } from './actor.ts';

type Holder = Role | 'anonymous' | 'system';

const staff = ['admin', 'editor', 'support', 'operator'] as const;
const everyone = [...staff, 'member', 'anonymous'] as const;

/**
 * The one permission table: what an actor may do as such. Which rows they may do it to is decided where the
 * rows are read. What is not listed is denied.
 */
export const permissions = {
  'catalog.read': everyone,
  'derivative.request': everyone,
  'derivative.read': everyone,
  'manifest.read': everyone,
  'job.read': everyone,
  'health.read': everyone,
  'openapi.read': everyone,
  'session.manage': everyone,
  'account.own': [...staff, 'member'],
  'library.read': staff,
  'product.create': ['admin', 'editor'],
  'product.edit': ['admin', 'editor'],
  'asset.upload': ['admin', 'editor'],
  'asset.edit': ['admin', 'editor'],
  'asset.bin': ['admin', 'editor'],
  'asset.original': staff,
  'asset.approve': ['admin', 'editor'],
  'policy.read': staff,
  'policy.preview': ['admin', 'editor', 'support'],
  'policy.write': ['admin'],
  'people.manage': ['admin'],
  'trace.read': staff,
  'operations.read': ['admin', 'operator'],
  'operations.act': ['admin', 'operator'],
  'metrics.read': ['admin', 'operator', 'system'],
  'jobs.run': ['system'],
  'events.deliver': ['system'],
} as const satisfies Record<string, readonly Holder[]>;

export type Permission = keyof typeof permissions;

export function holderOf(actor: Actor): Holder {
  return actor.kind === 'person' ? actor.role : actor.kind;
}

export function may(actor: Actor, permission: Permission): boolean {
  return (permissions[permission] as readonly Holder[]).includes(holderOf(actor));
}
