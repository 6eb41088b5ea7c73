import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a running embedded instance tells the other commands. */
export interface Instance {
  database_url: string;
  web_url: string;
}

/** Relative data folders belong to the project, wherever a command was called from. */
function fileOf(projectRoot: string, dataDir: string): string {
  return path.resolve(projectRoot, dataDir, 'instance.json');
}

/** The instance that runs on the data folder. Throws a sentence where none does. */
export function readInstance(projectRoot: string, dataDir = '.data'): Instance {
  const file = fileOf(projectRoot, dataDir);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Instance;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, error);
    throw new Error(
      `No Blazon runs on ${path.dirname(file)}. Start it with npm start, or set DATABASE_URL to the database of another installation.`,
    );
  }
}

function unreadable(file: string, cause: unknown): Error {
  const owner = (cause as NodeJS.ErrnoException).code === 'EACCES' ? ' It belongs to another user.' : '';
  return new Error(`${file} cannot be read.${owner} Start Blazon afresh, or set DATABASE_URL.`, { cause });
}

/** Readable by its owner only, since the address of the database holds its password; whole or not there at all. */
export function writeInstance(projectRoot: string, info: Instance, dataDir = '.data'): void {
  const file = fileOf(projectRoot, dataDir);
  mkdirSync(path.dirname(file), { recursive: true });
  // A file left by a killed start keeps its old mode when it is written again.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeInstance(projectRoot: string, dataDir = '.data'): void {
  rmSync(fileOf(projectRoot, dataDir), { force: true });
}
