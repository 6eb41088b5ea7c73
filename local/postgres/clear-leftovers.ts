import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Backends whose postmaster was killed end by themselves; one that is busy is told to after this long. */
const patienceMs = 5000;

/**
 * Ends what an earlier, killed run left on the cluster, and removes its `postmaster.pid` once no process works
 * there any more. Never before: the file is what keeps two servers off the same data.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined;
  if (process.platform !== 'linux') return stopElsewhere(postmaster);
  const since = performance.now();
  for (let told = false; ; told = true) {
    const left = processesIn(cluster);
    if (left.length === 0) break;
    if (!told && postmaster && left.includes(postmaster)) signal(postmaster, 'SIGINT');
    else if (performance.now() - since > patienceMs) for (const pid of left) signal(pid, 'SIGQUIT');
    await pause(50);
  }
  // The pid may have been given to somebody else since, and PostgreSQL would then refuse to start.
  rmSync(pidFile, { force: true });
}

/** PostgreSQL works with its cluster as the current folder; Linux shows that of every process we may look at. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}

/** Without /proc, PostgreSQL's own check of its pid file decides; only a server that still runs is stopped. */
async function stopElsewhere(postmaster: number | undefined): Promise<void> {
  if (postmaster === undefined || !isPostgres(postmaster)) return;
  signal(postmaster, 'SIGINT');
  while (isPostgres(postmaster)) await pause(100);
}

function isPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(
      'postgres',
    );
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}
