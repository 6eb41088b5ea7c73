import path from 'node:path';
import { connectDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { formatPlural } from '#lib/format.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { seedAccounts } from './seed-accounts.ts';

/**
 * Brings a database to where the portal can start on it: migrations, audiences, and the demo accounts where `demo` says
 * so. May be run at every start. Answers what was done, in words; throws a sentence where it cannot be reached.
 */
export async function prepareDatabase(
  projectRoot: string,
  { url, demo }: { url: string; demo: boolean },
): Promise<string> {
  const db = connectDatabase(url, { max: 2 });
  try {
    const applied = await migrate(db, path.join(projectRoot, 'db/migrations'));
    await seedAccounts(db, { demo });
    return applied.length === 0 ? 'up to date' : `${formatPlural(applied.length, 'migration')} applied`;
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await db.destroy();
  }
}
