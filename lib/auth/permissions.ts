import type { Role } from '#lib/lifecycle.ts';
import type { Actor } from './actor.ts';

type Holder = Role | 'anonymous' | `system:${'jobs' | 'events' | 'console' | 'repair' | 'metrics'}`;

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
  // Place, device and owner: for those who decide about the photo.
  'asset.exif': ['admin', 'editor'],
  'asset.approve': ['admin', 'editor'],
  'policy.read': staff,
  'policy.preview': ['admin', 'editor', 'support'],
  'policy.write': ['admin'],
  'derivative.retire': ['admin', 'editor'],
  'repair.read': staff,
  'repair.act': ['admin', 'operator', 'system:console', 'system:repair'],
  'people.manage': ['admin', 'system:console'],
  'webhook.manage': ['admin', 'system:console'],
  'trace.read': staff,
  'operations.read': ['admin', 'operator'],
  'audit.read': ['admin', 'operator'],
  'operations.act': ['admin', 'operator'],
  'metrics.read': ['admin', 'operator', 'system:metrics'],
  // Each secret opens its own door only: who may deliver events may not run jobs, nor read anything.
  'jobs.run': ['system:jobs'],
  'events.deliver': ['system:events'],
} as const satisfies Record<string, readonly Holder[]>;

export type Permission = keyof typeof permissions;

/** The name under which the table knows an actor. A name that the table does not know holds nothing. */
export function holderOf(actor: Actor): string {
  if (actor.kind === 'person') return actor.role;
  return actor.kind === 'system' ? `system:${actor.name}` : actor.kind;
}

export function may(actor: Actor, permission: Permission): boolean {
  if (!Object.hasOwn(permissions, permission)) return false;
  return (permissions[permission] as readonly string[]).includes(holderOf(actor));
}
