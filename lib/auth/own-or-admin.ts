import type { Actor } from './actor.ts';
import { may } from './permissions.ts';

/** Somebody's own account; any account for those who manage people and for the console of the machine. */
export function ownOrAdmin(actor: Actor, userId: string): boolean {
  return (actor.kind === 'person' && actor.id === userId) || may(actor, 'people.manage');
}
