import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Env } from '#lib/env.ts';

const host = os.hostname().replaceAll(/[^\w.]/g, '_');
/** When this process began: a container's next start often has the same host name and pid. */
const began = String(Math.floor(performance.timeOrigin));

/**
 * A folder of this process alone below `DATA_DIR`, for bytes that are looked at or made in private; whoever writes
 * there makes it. Its name lets others tell whether its owner lives: what killed processes of this machine left
 * behind goes now. Another machine may share the disk, and sees to its own.
 */
export function makeSpoolFolder(env: Pick<Env, 'projectRoot' | 'DATA_DIR'>, room: string): string {
  const parent = path.resolve(env.projectRoot, env.DATA_DIR, 'tmp', room);
  for (const name of listFolder(parent)) {
    const [owner, pid, since] = name.split('~');
    if (owner === host && !isAtWork(Number(pid), since))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  return path.join(parent, [host, process.pid, began, randomBytes(4).toString('hex')].join('~'));
}

function isAtWork(pid: number, since: string | undefined): boolean {
  return pid === process.pid ? since === began : isAlive(pid);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
