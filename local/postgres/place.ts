import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const binaries = findBinaries(options.projectRoot);
  const folder = path.join(realpathSync(options.dataDir), 'postgres');
  if (!user || (canWalkTo(options.dataDir, user) && canWalkTo(binaries.root, user)))
    return { binaries, folder };
  return { binaries: copyBinaries(binaries), folder: path.join(systemFolder, options.instanceId) };
}

function canWalkTo(folder: string, user: OsUser): boolean {
  for (let at = realpathSync(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** A copy per version, marked when it is whole, so that one cut short is made again. */
function copyBinaries(binaries: PostgresBinaries): PostgresBinaries {
  const target = path.join(systemFolder, `postgresql-${binaries.version}`);
  const marker = path.join(target, '.whole');
  if (!existsSync(marker)) {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true, mode: 0o755 });
    cpSync(binaries.root, target, { recursive: true, verbatimSymlinks: true });
    writeFileSync(marker, '');
  }
  return binariesIn(target, binaries.version);
}
