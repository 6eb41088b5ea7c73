import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { demoAccounts, demoPassword } from '#lib/auth/demo-accounts.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { seedAudiences } from '#lib/policy/seed-audiences.ts';

/**
 * The audiences and their first policies, in every installation; the demo accounts where `demo` says so. What is
 * there already stays as it is, so a person's changes survive the next start.
 */
export async function seedAccounts(db: Database, { demo }: { demo: boolean }): Promise<void> {
  await db.transaction().execute(seedAudiences);
  if (!demo) return;
  const standing = await db.selectFrom('users').select('email').execute();
  const missing = demoAccounts.filter(({ email }) => !standing.some((user) => user.email === email));
  for (const { email, name, role, audiences } of missing) {
    const id = randomUUID();
    const password_hash = await hashPassword(demoPassword);
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('users').values({ id, email, name, role, password_hash }).execute();
      for (const audience of audiences)
        await trx.insertInto('memberships').values({ user_id: id, audience }).execute();
    });
  }
}
