import type { Role } from '#lib/lifecycle.ts';

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

/** An actor and the ids that reach the log and the audit rows. */
export interface Caller {
  actor: Actor;
  requestId: string;
  traceId: string | undefined;
}

export const publicAudience = 'public';

export function isStaff(actor: Actor): actor is Person {
  return actor.kind === 'person' && actor.role !== 'member';
}
