import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { binariesIn, findBinaries, type PostgresBinaries } from './binaries.ts';
import { type OsUser, postgresUser } from './os-user.ts';

/** Where root's PostgreSQL goes when its user cannot reach the project, as below root's own home. */
const systemFolder = '/var/lib/blazon';

export interface PostgresPlace {
  binaries: PostgresBinaries;
  folder: string;
}

/**
 * Chooses where PostgreSQL and its data live: in the data folder, unless this is root and the user that
 * PostgreSQL runs as cannot walk there. `instanceId` keeps installations on one machine apart.
 */
export function choosePlace(options: {
  projectRoot: string;
  dataDir: string;
  instanceId: string;
}): PostgresPlace {
  const user = postgresUser();
  const binaries = reachableBinaries(options.projectRoot);
  const folder = path.join(realpathSync(options.dataDir), 'postgres');
  if (!user || canWalkTo(options.dataDir, user)) return { binaries, folder };
  return { binaries, folder: path.join(systemFolder, options.instanceId) };
}

/** PostgreSQL where the user that it runs as can execute it: the project's, or a copy outside of root's own home. */
export function reachableBinaries(projectRoot: string): PostgresBinaries {
  const user = postgresUser();
  const binaries = findBinaries(projectRoot);
  return !user || canWalkTo(binaries.root, user) ? binaries : copyBinaries(binaries);
}

function canWalkTo(folder: string, user: OsUser): boolean {
  for (let at = realpathSync(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** A copy per version. It is made aside and renamed when it is whole: cut short or made twice at once, it is right. */
function copyBinaries(binaries: PostgresBinaries): PostgresBinaries {
  const target = path.join(systemFolder, `postgresql-${binaries.version}`);
  if (!existsSync(target)) {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
    const aside = mkdtempSync(`${target}.`);
    chmodSync(aside, 0o755);
    cpSync(binaries.root, aside, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(aside, target);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return binariesIn(target, binaries.version);
}
