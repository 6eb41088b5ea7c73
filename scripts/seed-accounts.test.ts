import { expect, test } from 'vitest';
import { unsafeFindUserByEmail, updateUser } from '#db/queries/users.ts';
import { demoAccounts, demoPassword } from '#lib/auth/demo-accounts.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { testDatabase } from '#test/database.ts';
import { seedAccounts } from './seed-accounts.ts';

const { db } = await testDatabase();
const accounts = () => db.selectFrom('users').selectAll().orderBy('email').execute();

test('an installation with outside parts gets its audiences and nobody with a known password', async () => {
  await seedAccounts(db, { demo: false });
  expect(await db.selectFrom('audiences').select('slug').execute()).not.toEqual([]);
  expect(await accounts()).toEqual([]);
});

test('a later start adds no account again and leaves what people changed', async () => {
  await seedAccounts(db, { demo: true });
  const seeded = await accounts();
  expect(seeded.map(({ email }) => email)).toEqual(demoAccounts.map(({ email }) => email).sort());
  expect(await verifyPassword(demoPassword, seeded[0]?.password_hash)).toBe(true);
  const teacher = await unsafeFindUserByEmail(db, 'teacher@blazon.test');
  expect(teacher?.memberships).toEqual([{ audience: 'teacher', products: 'all' }]);
  await db.transaction().execute((trx) => updateUser(trx, teacher?.id ?? '', { name: 'Changed' }));
  const changed = await accounts();
  await seedAccounts(db, { demo: true });
  expect(await accounts()).toEqual(changed);
});
