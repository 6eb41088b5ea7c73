import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';

/** Where a part of the embedded installation writes what it says: `logs/<name>.log` in the data folder. */
export function logFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'logs', `${name}.log`);
}

/** Opened for appending, readable by its owner only. */
export function openLog(dataDir: string, name: string): WriteStream {
  const file = logFile(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  return createWriteStream(file, { flags: 'a', mode: 0o600 });
}
