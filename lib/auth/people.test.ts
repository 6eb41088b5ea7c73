import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { consoleCaller, insertPerson, personCaller, testSettings } from '#test/people.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { changeUser } from './change-user.ts';
import { createToken } from './create-token.ts';
import { createUser } from './create-user.ts';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { endSessions } from './end-sessions.ts';
import { listPeople } from './list-people.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import { setMemberships } from './set-memberships.ts';

const { db } = await testDatabase();
const services = { db, env: testSettings() };
const conflict = expect.objectContaining({ code: 'conflict' });
const unknown = expect.objectContaining({ code: 'not_found' });

await db
  .insertInto('audiences')
  .values({
    slug: 'guests',
    name: 'Guests',
    purpose: 'classroom download',
    icon: 'x',
    hue: '1',
    position: 99,
  })
  .execute();

const newcomer = () => ({
  email: `${randomUUID()}@example.com`,
  name: 'New',
  role: 'member' as const,
  password: 'a long password',
  memberships: [],
});

describe('people', () => {
  it('have one account an email, also when it is asked for twice at once', async () => {
    const input = newcomer();
    const answers = await Promise.allSettled([
      createUser(services, consoleCaller, input),
      createUser(services, consoleCaller, input),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(createUser(services, consoleCaller, input)).rejects.toEqual(conflict);
  });

  it('are listed with their memberships and without anything secret', async () => {
    const input = { ...newcomer(), memberships: [{ audience: 'guests', products: 'all' as const }] };
    const { id } = await createUser(services, consoleCaller, input);
    const entry = (await listPeople(services, consoleCaller)).find((person) => person.id === id);
    expect(Object.keys(entry ?? {}).sort()).toEqual(
      ['created_at', 'disabled_at', 'email', 'id', 'memberships', 'name', 'role'].sort(),
    );
    expect(entry?.memberships).toEqual([{ audience: 'guests', products: 'all' }]);
  });

  it('are not created at all where one of their audiences does not exist', async () => {
    const input = { ...newcomer(), memberships: [{ audience: 'nowhere', products: 'all' as const }] };
    await expect(createUser(services, consoleCaller, input)).rejects.toThrow('nowhere');
    expect((await listPeople(services, consoleCaller)).map(({ email }) => email)).not.toContain(input.email);
  });

  it('change their own password with the one that holds now only', async () => {
    const input = newcomer();
    const { id } = await createUser(services, consoleCaller, input);
    const caller = personCaller(id, 'member', input.email);
    const next = 'another long password';
    await expect(changeOwnPassword(services, caller, { current: 'wrong', next })).rejects.toThrow(
      'not right',
    );
    await changeOwnPassword(services, caller, { current: input.password, next });
    await changeOwnPassword(services, caller, { current: next, next: input.password });
  });

  it('end nobody else’s sessions, and learn not even whether there is such a person', async () => {
    const { id } = await insertPerson(db);
    const other = personCaller(randomUUID(), 'editor');
    await expect(endSessions(services, other, { id })).rejects.toEqual(unknown);
    await expect(endSessions(services, other, { id: randomUUID() })).rejects.toEqual(unknown);
  });
});

describe('memberships', () => {
  it('that become listed with nothing keep nothing', async () => {
    const { id } = await insertPerson(db);
    await setMemberships(services, consoleCaller, {
      id,
      memberships: [{ audience: 'guests', products: 'all' }],
    });
    await setMemberships(services, consoleCaller, {
      id,
      memberships: [{ audience: 'guests', products: [] }],
    });
    const entry = (await listPeople(services, consoleCaller)).find((person) => person.id === id);
    expect(entry?.memberships).toEqual([{ audience: 'guests', products: [] }]);
  });

  it('name the product that does not exist and stay as they were', async () => {
    const { id } = await insertPerson(db);
    const product = randomUUID();
    const memberships = [{ audience: 'guests', products: [product] }];
    await expect(setMemberships(services, consoleCaller, { id, memberships })).rejects.toThrow(product);
  });

  it('in the public audience are refused: everyone has it', async () => {
    const { id } = await insertPerson(db);
    const memberships = [{ audience: 'public', products: 'all' as const }];
    await expect(setMemberships(services, consoleCaller, { id, memberships })).rejects.toThrow('Everyone');
  });
});

it('are listed, made, changed and disabled by nobody but admins and the console, whoever calls the command', async () => {
  const { id } = await insertPerson(db, { role: 'member' });
  for (const role of ['editor', 'support', 'operator', 'member'] as const) {
    const caller = personCaller(role === 'member' ? id : randomUUID(), role);
    for (const attempt of [
      () => listPeople(services, caller),
      () => createUser(services, caller, newcomer()),
      () => changeUser(services, caller, { id, role: 'admin' }),
      () => changeUser(services, caller, { id, password: 'a password of theirs' }),
      () => setMemberships(services, caller, { id, memberships: [] }),
      () => disableUser(services, caller, { id }),
      () => enableUser(services, caller, { id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
  }
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ role: 'member', disabled_at: null, session_epoch: 1 });
});

describe('the last admin', () => {
  beforeEach(async () => {
    await db.updateTable('users').set({ role: 'member' }).where('role', '=', 'admin').execute();
  });

  it('cannot be disabled nor lose the role', async () => {
    const { id } = await insertPerson(db, { role: 'admin' });
    await expect(disableUser(services, consoleCaller, { id })).rejects.toEqual(conflict);
    await expect(changeUser(services, consoleCaller, { id, role: 'editor' })).rejects.toEqual(conflict);
    await changeUser(services, consoleCaller, { id, name: 'Another name' });
  });

  it('is kept when two admins disable each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.updateTable('users').set({ role: 'member' }).where('role', '=', 'admin').execute();
      const one = await insertPerson(db, { role: 'admin' });
      const two = await insertPerson(db, { role: 'admin' });
      const answers = await Promise.allSettled([
        disableUser(services, personCaller(one.id, 'admin'), { id: two.id }),
        changeUser(services, personCaller(two.id, 'admin'), { id: one.id, role: 'editor' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('is not kept by an admin who is disabled', async () => {
    const one = await insertPerson(db, { role: 'admin' });
    const two = await insertPerson(db, { role: 'admin' });
    await disableUser(services, consoleCaller, { id: one.id });
    await expect(disableUser(services, consoleCaller, { id: two.id })).rejects.toEqual(conflict);
  });
});

describe('API tokens', () => {
  it('are stored as their hash only', async () => {
    const { id } = await insertPerson(db);
    const { token } = await createToken(services, personCaller(id, 'member'), { user_id: id, name: 'ci' });
    const tables = await Promise.all([
      db.selectFrom('api_tokens').selectAll().execute(),
      db.selectFrom('audit_log').selectAll().execute(),
    ]);
    const dump = JSON.stringify(tables, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(token).toMatch(/^blz_[\w-]{43}$/);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(token.slice(4));
  });

  it('are made by their person or at the console, not even by an admin for somebody else', async () => {
    const { id } = await insertPerson(db);
    const admin = personCaller(randomUUID(), 'admin');
    await expect(createToken(services, admin, { user_id: id, name: 'x' })).rejects.toEqual(unknown);
    await createToken(services, consoleCaller, { user_id: id, name: 'x' });
  });

  it('are revoked and listed by their person and by admins, and unknown to others', async () => {
    const { id } = await insertPerson(db);
    const own = personCaller(id, 'member');
    const other = personCaller(randomUUID(), 'editor');
    const admin = personCaller(randomUUID(), 'admin');
    const first = await createToken(services, own, { user_id: id, name: 'first' });
    const second = await createToken(services, own, { user_id: id, name: 'second' });
    await expect(revokeToken(services, other, { id: first.id })).rejects.toEqual(unknown);
    await expect(listTokens(services, other, { user_id: id })).rejects.toEqual(unknown);
    expect((await listTokens(services, own, { user_id: id })).map(({ name }) => name)).toEqual([
      'second',
      'first',
    ]);
    await revokeToken(services, own, { id: first.id });
    await revokeToken(services, admin, { id: second.id });
    await expect(revokeToken(services, own, { id: first.id })).rejects.toEqual(unknown);
    expect(await listTokens(services, admin, { user_id: id })).toEqual([]);
  });

  it('are not made for a disabled account', async () => {
    const { id } = await insertPerson(db);
    await disableUser(services, consoleCaller, { id });
    await expect(createToken(services, consoleCaller, { user_id: id, name: 'x' })).rejects.toEqual(conflict);
  });
});
