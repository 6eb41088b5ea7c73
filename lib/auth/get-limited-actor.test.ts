import { expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { insertPerson, insertToken, testSettings } from '#test/people.ts';
import { getLimitedActor } from './get-limited-actor.ts';

const { db } = await testDatabase();
const limited = { code: 'rate_limited', status: 429, retryAfterSeconds: expect.any(Number) };

function portal() {
  const env = testSettings({ RATE_LIMIT_PER_MINUTE: '2' });
  const ask = (headers: Record<string, string>) =>
    getLimitedActor({ db, env }, { method: 'GET', headers: new Headers(headers) });
  return { env, ask };
}

it('an address without a session is refused past its limit, another address is not', async () => {
  const { ask } = portal();
  for (let call = 0; call < 2; call += 1) await ask({ 'x-forwarded-for': '192.0.2.1' });
  await expect(ask({ 'x-forwarded-for': '192.0.2.1' })).rejects.toMatchObject(limited);
  // What the client claims to the left of what we saw changes nothing.
  await expect(ask({ 'x-forwarded-for': '1.2.3.4, 192.0.2.1' })).rejects.toMatchObject(limited);
  await ask({ 'x-forwarded-for': '192.0.2.2' });
});

it('a person has a limit of their own, whatever the address', async () => {
  const { ask } = portal();
  const { id } = await insertPerson(db);
  const { token } = await insertToken(db, id);
  const call = (address: string) => ask({ authorization: `Bearer ${token}`, 'x-forwarded-for': address });
  await call('192.0.2.1');
  await call('192.0.2.2');
  await expect(call('192.0.2.3')).rejects.toMatchObject(limited);
  await ask({ 'x-forwarded-for': '192.0.2.1' });
});

it('guessing at tokens is limited by address', async () => {
  const { ask } = portal();
  const guess = () => ask({ authorization: 'Bearer blz_guess', 'x-forwarded-for': '192.0.2.9' });
  for (let call = 0; call < 2; call += 1) await expect(guess()).rejects.toMatchObject({ status: 401 });
  await expect(guess()).rejects.toMatchObject(limited);
});

it('the store’s events are never refused for coming in a storm', async () => {
  const { env, ask } = portal();
  for (let call = 0; call < 10; call += 1) await ask({ authorization: `Bearer ${env.EVENTS_SECRET}` });
});
