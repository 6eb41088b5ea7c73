import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './client.ts';

/**
 * Runs the numbered migrations of `folder` that the database has not had, by number. One that arrives after a later
 * one has run, as from a branch merged second, is run still: an installation must not be left that cannot start.
 * Kysely's lock lets only one process of many do it. Throws the first migration's error.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: folder });
  const { error, results } = await new Migrator({
    db,
    provider,
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
