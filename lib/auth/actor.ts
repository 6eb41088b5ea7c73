import type { Role } from '#lib/lifecycle.ts';
import { traceIdOf } from '#lib/observe/spans.ts';

export interface Membership {
  audience: string;
  /** `all`, or the ids of the listed products; an empty list sees nothing. */
  products: 'all' | readonly string[];
}

/** Who asks. Everyone, signed in or not, is a member of the audience `public`. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'person';
      id: string;
      email: string;
      name: string;
      role: Role;
      memberships: readonly Membership[];
      via: 'session' | 'token';
    }
  | { kind: 'system'; name: string };

export type Person = Extract<Actor, { kind: 'person' }>;

/** As much of a person as staff see beside what they did. */
export interface PersonName {
  id: string;
  name: string;
}

/** An actor and the ids that reach the log and the audit rows. */
export interface Caller {
  actor: Actor;
  requestId: string;
  traceId: string | undefined;
}

/** The installation itself, under the name of the part that acts. Without a request it gets an id of its own. */
export function systemCaller(
  name: string,
  ids: { requestId?: string; traceId?: string | undefined } = {},
): Caller {
  const { requestId = crypto.randomUUID(), traceId = traceIdOf() } = ids;
  return { actor: { kind: 'system', name }, requestId, traceId };
}

export const publicAudience = 'public';

export function isStaff(actor: Actor): actor is Person {
  return actor.kind === 'person' && actor.role !== 'member';
}
