import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface OsUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Under root it runs as the system user `postgres`, which is created when the
 * machine has none; under anybody else it runs as that person and this is undefined.
 */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = findUser('postgres');
  if (found) return found;
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'pipe' },
    );
  } catch {
    // No useradd (Alpine, BusyBox): any unprivileged account will do.
  }
  const user = findUser('postgres') ?? findUser('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root, and this machine has no user to run it as. Start Blazon as an ordinary user.',
    );
  return user;
}

function findUser(name: string): OsUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
