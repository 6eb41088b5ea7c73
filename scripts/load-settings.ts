import { existsSync } from 'node:fs';
import path from 'node:path';

/** Adds what stands in the project's `.env`; what the environment says already goes before. */
export function loadEnvFile(projectRoot = path.dirname(import.meta.dirname)): void {
  const file = path.join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The settings of this process, `.env` among them. Where they are wrong, it ends with a sentence for each. */
export function loadSettings<T>(read: () => T): T {
  try {
    loadEnvFile();
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
