import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { cheapPasswordHash, consoleCaller, insertPerson, testSettings } from '#test/people.ts';
import { checkCredentials } from './check-credentials.ts';
import { disableUser } from './disable-user.ts';
import { hashPassword } from './password.ts';

const { db } = await testDatabase();
const password = 'correct horse';
const anonymous = { ...consoleCaller, actor: { kind: 'anonymous' as const } };

async function portal(attempts = 20, passwordHash = cheapPasswordHash(password)) {
  const services = { db, env: testSettings({ SIGN_IN_ATTEMPTS_PER_MINUTE: String(attempts) }) };
  const person = await insertPerson(db, { passwordHash });
  const attempt = (changes: { email?: string; password?: string; address?: string } = {}) =>
    checkCredentials(services, anonymous, {
      email: person.email,
      password,
      address: '192.0.2.1',
      ...changes,
    });
  return { services, person, attempt };
}

async function fastest(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

describe('signing in', () => {
  it('answers who it is and the epoch of their sessions, whatever the case of the email', async () => {
    const { person, attempt } = await portal();
    expect(await attempt({ email: ` ${person.email.toUpperCase()}` })).toEqual({ id: person.id, epoch: 1 });
  });

  it('takes the same path for a wrong password and for an email nobody has', async () => {
    const { attempt } = await portal(20, await hashPassword(password));
    const wrong = () => attempt({ password: 'wrong' });
    const unknown = () => attempt({ email: 'nobody@example.com' });
    expect(await wrong()).toBeUndefined();
    expect(await unknown()).toBeUndefined();
    // Without the same work the unknown email would answer some hundred times faster.
    expect((await fastest(unknown)) / (await fastest(wrong))).toBeGreaterThan(0.3);
  });

  it('refuses a disabled person with the right password', async () => {
    const { services, person, attempt } = await portal();
    await disableUser(services, consoleCaller, { id: person.id });
    expect(await attempt()).toBeUndefined();
  });

  it('leaves an audit row for success and refusal, without what was typed', async () => {
    const { person, attempt } = await portal();
    await attempt();
    await attempt({ password: 'a wrong secret' });
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'result', 'detail', 'actor_id'])
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, result, actor_id }) => [action, result, actor_id])).toEqual([
      ['session.started', 'done', person.id],
      ['session.refused', 'refused', null],
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});

describe('the attempt limit', () => {
  const limited = expect.objectContaining({ code: 'rate_limited' });

  it('stops guessing at one email from one address, the right password too', async () => {
    const { attempt } = await portal(2);
    for (let guess = 0; guess < 2; guess += 1) await attempt({ password: 'wrong' });
    await expect(attempt({ password: 'wrong' })).rejects.toEqual(limited);
    await expect(attempt()).rejects.toEqual(limited);
    expect(await attempt({ address: '192.0.2.2' })).toBeDefined();
  });

  it('is not used up by people who sign in', async () => {
    const { attempt } = await portal(1);
    for (let time = 0; time < 3; time += 1) expect(await attempt()).toBeDefined();
  });

  it('counts a burst that arrives at once', async () => {
    const { attempt } = await portal(2);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => attempt({ password: 'wrong' })));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });

  it('holds for one email from many addresses and for many emails from one address', async () => {
    const { attempt } = await portal(1);
    for (let guess = 0; guess < 5; guess += 1)
      await attempt({ password: 'wrong', address: `198.51.100.${guess}` });
    await expect(attempt({ address: '198.51.100.99' })).rejects.toEqual(limited);
    const { attempt: other } = await portal(1);
    for (let guess = 0; guess < 5; guess += 1) {
      const { email } = await insertPerson(db, { passwordHash: cheapPasswordHash('another') });
      expect(await other({ email })).toBeUndefined();
    }
    await expect(other()).rejects.toEqual(limited);
  });
});
