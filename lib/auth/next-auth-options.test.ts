import type { JWT } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { cheapPasswordHash, consoleCaller, insertPerson, testSettings } from '#test/people.ts';
import { serveWith } from '#test/serve-with.ts';
import { endSessions } from './end-sessions.ts';
import { nextAuthOptions } from './next-auth-options.ts';

const { db, url } = await testDatabase();
const services = serveWith(testSettings({ DATABASE_URL: url, SIGN_IN_ATTEMPTS_PER_MINUTE: '2' }));
const options = nextAuthOptions(services);
const password = 'correct horse';
const { id, email } = await insertPerson(db, { passwordHash: cheapPasswordHash(password) });

type Sent = Record<string, string>;
const [provider] = options.providers as unknown as {
  authorize(sent: Sent, request: object): Promise<unknown>;
}[];
const signIn = (sent: Sent, address = '192.0.2.1') =>
  provider?.authorize(sent, { headers: { 'x-forwarded-for': address } });

/** The jwt callback as next-auth calls it: with the user when somebody signs in, without at each later call. */
const seal = (token: JWT, user?: { id: string; epoch: number }) =>
  options.callbacks?.jwt?.({ token, user, account: null } as unknown as never) as Promise<JWT>;

describe('the session cookie', () => {
  it('carries who and which epoch, and nothing else that next-auth would put there', async () => {
    const sealed = await seal({ name: 'Somebody', email, picture: null }, { id, epoch: 1 });
    expect(sealed).toEqual({ sub: id, epoch: 1 });
  });

  it('is not renewed once the sessions were ended', async () => {
    const person = await insertPerson(db);
    const claims = { sub: person.id, epoch: 1 };
    expect(await seal({ ...claims, iat: 1, exp: 2, jti: 'x' })).toEqual(claims);
    await endSessions(services, consoleCaller, { id: person.id });
    await expect(seal(claims)).rejects.toThrow('ended');
  });
});

describe('signing in through next-auth', () => {
  it('answers id and epoch for the right password, nobody for what is wrong or no form of ours', async () => {
    expect(await signIn({ email, password })).toEqual({ id, epoch: 1 });
    expect(await signIn({ email, password: 'wrong' })).toBeNull();
    expect(await signIn({ email })).toBeNull();
    expect(await signIn({ email, password: 'x'.repeat(2000) })).toBeNull();
    expect(await signIn({ email: `${email}\0`, password })).toBeNull();
  });

  it('tells the sign-in page by a word of its own that there were too many attempts', async () => {
    const guess = () => signIn({ email, password: 'wrong' }, '192.0.2.2');
    await guess();
    await guess();
    await expect(guess()).rejects.toThrow(/^TooManyAttempts$/);
  });
});
