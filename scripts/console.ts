import path from 'node:path';
import { connectDatabase, type Database } from '#db/client.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { NotFound } from '#lib/errors.ts';
import { readOrMakeSecrets } from '#local/embedded-settings.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { readInstance } from './find-instance.ts';
import { loadEnvFile } from './load-settings.ts';

export const projectRoot = path.dirname(import.meta.dirname);

/** The console of the machine: whoever can read the database's address can do as much without us. */
export const consoleCaller = systemCaller('console');

/** The database that DATABASE_URL names, else that of the embedded instance that runs. Ends it when `run` is done. */
export async function withDatabase<T>(run: (db: Database) => Promise<T>): Promise<T> {
  loadEnvFile(projectRoot);
  const url =
    process.env.DATABASE_URL || readInstance(projectRoot, process.env.DATA_DIR || undefined).database_url;
  const db = connectDatabase(url, { max: 2 });
  try {
    return await run(db);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await db.destroy();
  }
}

/** What secrets in the database are sealed with: the setting, else that of the embedded instance. */
export function readAuthSecret(root: string): string {
  const given = process.env.AUTH_SECRET;
  if (given) return given;
  return readOrMakeSecrets(path.resolve(root, process.env.DATA_DIR || '.data')).authSecret;
}

/** How a command is used, for somebody who asked: thrown like a failure, and none. */
export class Help extends Error {}

/** Runs a command: its answer alone goes to stdout; a failure is a sentence on stderr and exit code 1. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Help) return void process.stdout.write(`${error.message.trim()}\n`);
    say(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** The console may see everything, so what it does not find is not there. */
function sentenceOf(error: unknown): string {
  if (error instanceof NotFound) return `There is no such ${error.what}.`;
  return error instanceof Error ? error.message : String(error);
}

/** What people read; stdout belongs to what programs read. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
