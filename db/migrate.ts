import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './client.ts';

/**
 * Brings the database to the newest numbered migration of `folder`. Kysely's lock lets only one process of many
 * do it. Throws the first migration's error.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: folder });
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
