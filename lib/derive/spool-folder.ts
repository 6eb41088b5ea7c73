import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Env } from '#lib/env.ts';

const host = os.hostname().replaceAll(/[^\w.]/g, '_');

/**
 * A folder of this process alone, named so that others can tell whether its owner lives. What killed processes of
 * this machine left behind goes now; another machine may share the disk, and sees to its own.
 */
export function makeSpoolFolder(env: Pick<Env, 'projectRoot' | 'DATA_DIR'>): string {
  const parent = path.resolve(env.projectRoot, env.DATA_DIR, 'tmp', 'derive');
  for (const name of listFolder(parent)) {
    const [owner, pid] = name.split('~');
    if (owner === host && !isAlive(Number(pid)))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  return path.join(parent, `${host}~${process.pid}~${randomBytes(4).toString('hex')}`);
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
