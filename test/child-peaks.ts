import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The peak memory of every living child of this process that runs `entry`, in MB, by what the kernel counted (VmHWM);
 * none where there is no /proc. Not `ru_maxrss`: that begins with the parent's.
 */
export function childPeaks(entry: string): number[] {
  return childrenOf(entry).map((pid) => Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(pid))?.[1]) / 1024);
}

function childrenOf(entry: string): number[] {
  if (!existsSync('/proc/self/status')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusOf(pid).includes(`\nPPid:\t${process.pid}\n`))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
