import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import {
  consoleCaller,
  insertPerson,
  insertToken,
  personCaller,
  sessionCookie,
  testSettings,
} from '#test/people.ts';
import { changeUser } from './change-user.ts';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { endSessions } from './end-sessions.ts';
import { getActor } from './get-actor.ts';
import { holderOf } from './permissions.ts';
import { revokeToken } from './revoke-token.ts';

const { db } = await testDatabase();
const env = testSettings();
const services = { db, env };

const ask = (headers: Record<string, string>, method = 'GET') =>
  getActor(services, { headers: new Headers(headers), method });
const withBearer = (token: string) => ask({ authorization: `Bearer ${token}` });
const refused = expect.objectContaining({ code: 'unauthenticated', status: 401 });

describe('a session', () => {
  it('names the person with the role and memberships that hold now', async () => {
    const { id } = await insertPerson(db, { role: 'editor' });
    const cookie = await sessionCookie(env, id);
    expect(await ask({ cookie })).toMatchObject({ kind: 'person', id, role: 'editor', via: 'session' });
    await changeUser(services, consoleCaller, { id, role: 'support' });
    expect(await ask({ cookie })).toMatchObject({ role: 'support' });
  });

  it('of a disabled person is dead at the next request, and stays dead once they are enabled', async () => {
    const { id } = await insertPerson(db);
    const cookie = await sessionCookie(env, id);
    await disableUser(services, consoleCaller, { id });
    expect(await ask({ cookie })).toEqual({ kind: 'anonymous' });
    await enableUser(services, consoleCaller, { id });
    expect(await ask({ cookie })).toEqual({ kind: 'anonymous' });
  });

  it('ends when all sessions are ended and when the password changes', async () => {
    const { id } = await insertPerson(db);
    const first = await sessionCookie(env, id, 1);
    await endSessions(services, consoleCaller, { id });
    expect(await ask({ cookie: first })).toEqual({ kind: 'anonymous' });
    const second = await sessionCookie(env, id, 2);
    expect(await ask({ cookie: second })).toMatchObject({ id });
    await changeUser(services, consoleCaller, { id, password: 'another password' });
    expect(await ask({ cookie: second })).toEqual({ kind: 'anonymous' });
  });

  it('sealed with another secret, or torn, is nobody', async () => {
    const { id } = await insertPerson(db);
    const foreign = await sessionCookie(testSettings({ AUTH_SECRET: 'x'.repeat(40) }), id);
    expect(await ask({ cookie: foreign })).toEqual({ kind: 'anonymous' });
    expect(await ask({ cookie: (await sessionCookie(env, id)).slice(0, -3) })).toEqual({ kind: 'anonymous' });
    expect(await ask({ cookie: 'next-auth.session-token' })).toEqual({ kind: 'anonymous' });
  });

  it.each([
    ['Sec-Fetch-Site of another site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site of a sibling', { 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
  ])('is not enough to change anything with %s', async (_, headers) => {
    const { id } = await insertPerson(db);
    const cookie = await sessionCookie(env, id);
    await expect(ask({ cookie, ...headers }, 'POST')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await ask({ cookie, ...headers }, 'GET')).toMatchObject({ id });
  });

  it('changes things from the portal itself, under either name of the host', async () => {
    const { id } = await insertPerson(db);
    const cookie = await sessionCookie(env, id);
    expect(await ask({ cookie, origin: 'http://localhost:3000' }, 'POST')).toMatchObject({ id });
    const other = { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' };
    expect(await ask({ cookie, ...other }, 'POST')).toMatchObject({ id });
  });
});

describe('an API token', () => {
  it('acts as its person and notes its use', async () => {
    const { id } = await insertPerson(db, { role: 'editor' });
    const token = await insertToken(db, id);
    expect(await withBearer(token.token)).toMatchObject({ kind: 'person', id, role: 'editor', via: 'token' });
    const row = await db
      .selectFrom('api_tokens')
      .select('last_used_at')
      .where('id', '=', token.id)
      .executeTakeFirstOrThrow();
    expect(row.last_used_at).toBeInstanceOf(Date);
  });

  it('that was revoked is refused at the next request', async () => {
    const { id } = await insertPerson(db, { role: 'editor' });
    const { id: tokenId, token } = await insertToken(db, id);
    await revokeToken(services, personCaller(id, 'editor'), { id: tokenId });
    await expect(withBearer(token)).rejects.toEqual(refused);
  });

  it('of a disabled person is refused at the next request, and stays refused once they are enabled', async () => {
    const { id } = await insertPerson(db);
    const { token } = await insertToken(db, id);
    await disableUser(services, consoleCaller, { id });
    await expect(withBearer(token)).rejects.toEqual(refused);
    await enableUser(services, consoleCaller, { id });
    await expect(withBearer(token)).rejects.toEqual(refused);
  });

  it('that nobody knows is refused, even beside a good session', async () => {
    const { id } = await insertPerson(db);
    const cookie = await sessionCookie(env, id);
    await expect(ask({ cookie, authorization: `Bearer ${randomUUID()}` })).rejects.toEqual(refused);
  });
});

describe('memberships', () => {
  it('listed with no product see none, and never all', async () => {
    const { id } = await insertPerson(db);
    await db
      .insertInto('audiences')
      .values({
        slug: 'lists',
        name: 'Lists',
        purpose: 'classroom download',
        icon: 'x',
        hue: '1',
        position: 99,
      })
      .execute();
    await db.insertInto('memberships').values({ user_id: id, audience: 'lists', scope: 'listed' }).execute();
    const actor = await ask({ cookie: await sessionCookie(env, id) });
    expect(actor).toMatchObject({ memberships: [{ audience: 'lists', products: [] }] });
  });
});

describe('the secrets', () => {
  it('name one system each', async () => {
    expect(holderOf(await withBearer(env.JOBS_SECRET))).toBe('system:jobs');
    expect(holderOf(await withBearer(env.EVENTS_SECRET))).toBe('system:events');
    await expect(withBearer(`${env.JOBS_SECRET}x`)).rejects.toEqual(refused);
  });

  it('leave other kinds of Authorization to the proxy that asked for them', async () => {
    expect(await ask({ authorization: 'Basic dXNlcjpwYXNz' })).toEqual({ kind: 'anonymous' });
  });
});
