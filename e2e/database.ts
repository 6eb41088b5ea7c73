import { connectDatabase, type Database } from '#db/client.ts';
import { readInstance } from '#scripts/find-instance.ts';
import { sharedInstance } from './api.ts';

/** The instance's own database: to see what no page and no answer tells. */
export async function withDatabase<T>(
  look: (db: Database) => Promise<T>,
  { dataDir } = sharedInstance(),
): Promise<T> {
  const { database_url } = readInstance(process.cwd(), dataDir);
  const db = connectDatabase(database_url, { max: 1 });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}
