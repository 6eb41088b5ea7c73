import { Problem } from '#lib/errors.ts';
import type { Actor } from './actor.ts';
import { may, type Permission } from './permissions.ts';

/** 401 for callers nobody knows yet, 403 for those whose role cannot do it. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (may(actor, permission)) return;
  throw actor.kind === 'anonymous'
    ? new Problem('unauthenticated', 'Sign in, or send an API token as a bearer token.')
    : new Problem('forbidden', 'Your role cannot do this. Ask an admin if it should.');
}
