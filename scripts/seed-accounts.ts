import type { Database } from '#db/client.ts';
import { unsafeFindUserByEmail } from '#db/queries/users.ts';
import { createUser } from '#lib/auth/create-user.ts';
import { demoAccounts, demoPassword } from '#lib/auth/demo-accounts.ts';
import { seedAudiences } from '#lib/policy/seed-audiences.ts';
import { consoleCaller } from './console.ts';

/**
 * The audiences and their first policies, in every installation; the demo accounts where `demo` says so. What is
 * there already stays as it is, so a person's changes survive the next start.
 */
export async function seedAccounts(db: Database, { demo }: { demo: boolean }): Promise<void> {
  await db.transaction().execute(seedAudiences);
  if (!demo) return;
  for (const { email, name, role, audiences } of demoAccounts) {
    if (await unsafeFindUserByEmail(db, email)) continue;
    const memberships = audiences.map((audience) => ({ audience, products: 'all' as const }));
    await createUser({ db }, consoleCaller, { email, name, role, password: demoPassword, memberships });
  }
}
