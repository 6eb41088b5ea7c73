import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { logFile, openLog } from './log-file.ts';

export interface ChildSpec {
  name: string;
  /** A script relative to the project root. It sends `{ type: 'ready' }` over IPC once it serves. */
  entry: string;
  env: NodeJS.ProcessEnv;
}

interface Supervised {
  spec: ChildSpec;
  child: ChildProcess;
  restarts: number;
}

/**
 * Keeps child processes running: a child that ends by itself is started again, after a pause that doubles up to
 * ten seconds. Each is told to stop by SIGTERM, and ends by itself when the IPC channel to this process closes,
 * so a kill -9 of this process leaves none behind.
 */
export class Supervisor {
  readonly #root: string;
  readonly #dataDir: string;
  readonly #children = new Map<string, Supervised>();
  #stopping = false;

  constructor(options: { projectRoot: string; dataDir: string }) {
    this.#root = options.projectRoot;
    this.#dataDir = options.dataDir;
  }

  /** Resolves when the child says that it is ready; rejects with the end of its log's path when it ends before. */
  start(spec: ChildSpec): Promise<void> {
    const child = this.#fork(spec);
    const supervised: Supervised = { spec, child, restarts: 0 };
    this.#children.set(spec.name, supervised);
    return new Promise((resolve, reject) => {
      child.on('message', (message) => {
        if (isReady(message)) {
          this.#watch(supervised);
          resolve();
        }
      });
      child.once('exit', (code, signal) =>
        reject(
          new Error(
            `${spec.name} ended while starting (${signal ?? code}). Its log: ${logFile(this.#dataDir, spec.name)}`,
          ),
        ),
      );
    });
  }

  /** SIGTERM in the given order, each waited for; SIGKILL for one that takes longer than `graceMs`. */
  async stop(order: readonly string[], graceMs = 15_000): Promise<void> {
    this.#stopping = true;
    for (const name of order) {
      const child = this.#children.get(name)?.child;
      if (child) await end(child, graceMs);
    }
  }

  #fork(spec: ChildSpec): ChildProcess {
    const child = fork(path.join(this.#root, spec.entry), [], {
      cwd: this.#root,
      // Types are stripped once, not at every start: less time, and 30 MB less memory a process.
      env: { ...spec.env, NODE_COMPILE_CACHE: path.join(this.#dataDir, 'compile-cache') },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which stops them in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const log = openLog(this.#dataDir, spec.name);
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    return child;
  }

  #watch(supervised: Supervised): void {
    supervised.child.once('exit', () => {
      if (this.#stopping) return;
      const pauseMs = Math.min(10_000, 250 * 2 ** supervised.restarts);
      setTimeout(() => this.#restart(supervised), pauseMs);
    });
  }

  #restart(supervised: Supervised): void {
    if (this.#stopping) return;
    supervised.restarts += 1;
    supervised.child = this.#fork(supervised.spec);
    supervised.child.on('message', (message) => {
      if (isReady(message)) supervised.restarts = 0;
    });
    this.#watch(supervised);
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

async function end(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}
