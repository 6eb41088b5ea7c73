import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import type { Database } from '#db/client.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { hashApiToken } from '#lib/auth/api-token.ts';
import { sessionCookieName } from '#lib/auth/session-cookie.ts';
import { type Env, parseEnv } from '#lib/env.ts';
import type { Role } from '#lib/lifecycle.ts';

/** Settings that are whole and reach nothing, for tests that need no store. */
export function testSettings(changes: Record<string, string> = {}): Env {
  return parseEnv({
    NODE_ENV: 'test',
    PORTAL_URL: 'http://localhost:3000',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'blazon-test',
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    AUTH_SECRET: 'a-secret-for-tests-that-seals-sessions',
    JOBS_SECRET: 'a-secret-for-tests-that-runs-the-jobs',
    EVENTS_SECRET: 'a-secret-for-tests-that-delivers-events',
    LOG_LEVEL: 'silent',
    ...changes,
  });
}

/** A person's row, without the cost of a password hash unless one is given. */
export async function insertPerson(
  db: Database,
  person: { role?: Role; email?: string; passwordHash?: string } = {},
): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = person.email ?? `${id}@example.com`;
  await db
    .insertInto('users')
    .values({
      id,
      email,
      name: 'Somebody',
      role: person.role ?? 'member',
      password_hash: person.passwordHash ?? 'none',
    })
    .execute();
  return { id, email };
}

/** A hash of the least cost, as another installation might have stored it: the cost of a real one is paid at each sign-in. */
export function cheapPasswordHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 16, r: 1, p: 1 });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$scrypt$ln=4,r=1,p=1$${saltText}$${hashText}`;
}

/** The Cookie header of a person who signed in under this epoch. */
export async function sessionCookie(settings: Env, userId: string, epoch = 1): Promise<string> {
  const token = await encode({ token: { sub: userId, epoch }, secret: settings.AUTH_SECRET });
  return `${sessionCookieName(settings.PORTAL_URL)}=${token}`;
}

export async function insertToken(db: Database, userId: string): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = `blz_test_${id}`;
  await db
    .insertInto('api_tokens')
    .values({ id, user_id: userId, name: 'test', token_sha256: hashApiToken(token) })
    .execute();
  return { id, token };
}

export function personCaller(id: string, role: Role, email = `${id}@example.com`): Caller {
  return {
    actor: { kind: 'person', id, email, name: 'Somebody', role, memberships: [], via: 'session' },
    requestId: 'test',
    traceId: undefined,
  };
}

export const consoleCaller: Caller = {
  actor: { kind: 'system', name: 'console' },
  requestId: 'test',
  traceId: undefined,
};
