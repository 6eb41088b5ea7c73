import type { Reader } from '#db/queries/readable-versions.ts';
import { type Actor, publicAudience } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';

/**
 * The eyes with which an actor reads an audience's files. Nobody signed in is asked to sign in for every audience
 * but the public one, whether it exists or not, so the answer tells nothing.
 */
export function readerOf(actor: Actor, audience: string): Reader {
  const isOpen = audience === publicAudience;
  if (actor.kind === 'anonymous' && !isOpen)
    throw new Problem('unauthenticated', 'Sign in to see the files of this audience.');
  return { personId: actor.kind === 'person' ? actor.id : null, audience, isOpen };
}
