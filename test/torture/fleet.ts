import { type ChildSpec, Supervisor } from '#local/supervisor.ts';
import { processesBelow } from '../processes.ts';
import type { Random } from '../simulation/random.ts';

/** Every process of the portal, under the supervisor that `npm start` has them under, and the hand that kills them. */
export class Fleet {
  readonly #supervisor: Supervisor;
  readonly #entries = new Map<string, string>();
  readonly #names: string[] = [];
  readonly kills = new Map<string, number>();

  constructor(dataDir: string) {
    this.#supervisor = new Supervisor({ projectRoot: process.cwd(), dataDir });
  }

  async start(kind: string, spec: ChildSpec): Promise<void> {
    this.#entries.set(kind, spec.entry);
    this.#names.push(spec.name);
    await this.#supervisor.start(spec);
  }

  get kinds(): string[] {
    return [...this.#entries.keys()];
  }

  /** SIGKILL of one process of this kind; false where none is alive at the moment. */
  kill(kind: string, random: Random): boolean {
    const alive = childrenOf(this.#entries.get(kind) ?? kind);
    if (alive.length === 0) return false;
    if (!signal(random.pick(alive), 'SIGKILL')) return false;
    this.count(kind);
    return true;
  }

  count(kind: string): void {
    this.kills.set(kind, (this.kills.get(kind) ?? 0) + 1);
  }

  /** SIGTERM to all but these, the last started first. */
  stopAllBut(...kept: string[]): Promise<void> {
    return this.#supervisor.stop(this.#names.toReversed().filter((name) => !kept.includes(name)));
  }
}

/** Immediate shutdown: PostgreSQL drops every connection and recovers from its log when it is started again. */
export function crashPostgres(): boolean {
  const [postmaster] = childrenOf('bin/postgres');
  return postmaster !== undefined && signal(postmaster, 'SIGQUIT');
}

function childrenOf(program: string): number[] {
  return processesBelow(process.pid, program)
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // It ended by itself between the look and the signal.
    return false;
  }
}
