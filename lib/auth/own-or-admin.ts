import type { Actor } from './actor.ts';
import { may } from './permissions.ts';

/** Somebody's own account; any account for those who manage people and for the console of the machine. */
export function ownOrAdmin(actor: Actor, userId: string): boolean {
  if (actor.kind === 'person') return actor.id === userId || may(actor, 'people.manage');
  return actor.kind === 'system' && actor.name === 'console';
}
