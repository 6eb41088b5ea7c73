import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

/** The processes below `root`, itself left out, whose command line holds `text`. */
export function processesBelow(root: number, text = ''): RunningProcess[] {
  const all = listProcesses();
  const below = new Set([root]);
  // A Set that grows while it is walked is walked to its end.
  for (const pid of below) for (const each of all) if (each.parent === pid) below.add(each.pid);
  below.delete(root);
  return all.filter(({ pid, command }) => below.has(pid) && command.includes(text));
}

/** The one child of `root` that runs this program. */
export function childOf(root: number, text: string): number {
  const found = processesBelow(root, text).filter(({ parent }) => parent === root);
  const [child, ...others] = found;
  if (!child || others.length > 0) throw new Error(`${found.length} processes run ${text}`);
  return child.pid;
}

export function listProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? listLinux() : listUnix();
}

function listLinux(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        // What has ended and only waits to be asked for its exit code runs no more.
        if (state === 'Z') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // It ended between the list and the look.
        return [];
      }
    });
}

function listUnix(): RunningProcess[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}
