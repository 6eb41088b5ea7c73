import { connectDatabase, type Database } from '#db/client.ts';
import { readInstance } from '#scripts/find-instance.ts';

/** The instance's own database: to see what no page and no answer tells. */
export async function withDatabase<T>(look: (db: Database) => Promise<T>): Promise<T> {
  const { database_url } = readInstance(process.cwd(), process.env.BLAZON_DATA_DIR);
  const db = connectDatabase(database_url, { max: 1 });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}
