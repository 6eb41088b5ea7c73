import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the data folder and claims it for this process. Throws a sentence when another start still runs on it; a
 * claim whose process is gone, or whose pid belongs to something else by now, is taken over.
 */
export function claimDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'start.pid');
  const owner = readOwner(file);
  if (owner !== undefined && owner.pid !== process.pid && startTimeOf(owner.pid) === owner.startTime) {
    throw new Error(
      `Blazon already runs on ${dataDir} (process ${owner.pid}).\nStop it first, or give this one a folder of its own: DATA_DIR=.data-2 npm start`,
    );
  }
  writeFileSync(file, JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) }));
}

function readOwner(file: string): { pid: number; startTime: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** When a live process started; pids are given again, start times are not. Undefined for a process that is gone. */
function startTimeOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds nothing any more.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return 'unknown on this system';
  }
}
