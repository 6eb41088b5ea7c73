import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { connectDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { freePort } from '#local/free-port.ts';
import { reachableBinaries } from '#local/postgres/place.ts';
import { startPostgres } from '#local/postgres/start-postgres.ts';

export interface BenchPostgres {
  url: string;
  /** The address of another migrated database beside it. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A migrated database on a PostgreSQL of its own, as durable as the product's, gone with `stop`. */
export async function benchPostgres(): Promise<BenchPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-bench-'));
  const postgres = await startPostgres({
    binaries: reachableBinaries(process.cwd()),
    folder,
    port: await freePort(26_500),
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const database = async (name: string) => {
    const admin = connectDatabase(postgres.adminUrl, { max: 1 });
    await sql`create database ${sql.id(name)}`.execute(admin);
    await admin.destroy();
    const url = postgres.urlOf(name);
    const db = connectDatabase(url, { max: 1 });
    await migrate(db, path.resolve('db/migrations'));
    await db.destroy();
    return url;
  };
  try {
    return { url: await database('bench'), database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
