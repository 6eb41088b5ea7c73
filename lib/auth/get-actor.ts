import { createHash, timingSafeEqual } from 'node:crypto';
import { touchApiToken } from '#db/queries/api-tokens.ts';
import {
  type UserWithMemberships,
  unsafeFindUserBySession,
  unsafeFindUserByToken,
} from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { Actor, Person } from './actor.ts';
import { hashApiToken } from './api-token.ts';
import { refuseForeignOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

type Asked = { headers: Headers; method: string };
type Needed = Pick<Services, 'db' | 'env'>;

/**
 * Who sent this request: by bearer token, else by session cookie, else nobody. A bearer token that is not good
 * is refused rather than taken for nobody: a program whose token was revoked must not go on with less.
 */
export async function getActor(services: Needed, request: Asked): Promise<Actor> {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return getBearerActor(services, bearer);
  const person = await findSessionPerson(services, request.headers);
  if (!person) return { kind: 'anonymous' };
  refuseForeignOrigin(request, services.env.PORTAL_URL);
  return person;
}

/** The person of the session cookie, read afresh: disabling them or ending their sessions holds at once. */
export async function findSessionPerson(services: Needed, headers: Headers): Promise<Person | undefined> {
  const session = await readSessionCookie(headers.get('cookie'), services.env);
  const user = session && (await unsafeFindUserBySession(services.db, session));
  return user && toPerson(user, 'session');
}

async function getBearerActor(services: Needed, bearer: string): Promise<Actor> {
  if (equalSecrets(bearer, services.env.JOBS_SECRET)) return { kind: 'system', name: 'jobs' };
  if (equalSecrets(bearer, services.env.EVENTS_SECRET)) return { kind: 'system', name: 'events' };
  const { METRICS_TOKEN } = services.env;
  if (METRICS_TOKEN && equalSecrets(bearer, METRICS_TOKEN)) return { kind: 'system', name: 'metrics' };
  const found = await unsafeFindUserByToken(services.db, hashApiToken(bearer));
  if (!found) {
    throw new Problem(
      'unauthenticated',
      'This bearer token is unknown or was revoked. Make a new one with npm run token.',
    );
  }
  await touchApiToken(services.db, found.tokenId);
  return toPerson(found.user, 'token');
}

function toPerson(user: UserWithMemberships, via: Person['via']): Person {
  const { id, email, name, role, memberships } = user;
  return { kind: 'person', id, email, name, role, memberships, via };
}

/** Compares digests, so that neither the content nor the length shows in the time it takes. */
function equalSecrets(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
