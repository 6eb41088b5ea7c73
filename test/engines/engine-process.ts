import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

export interface EngineProcess {
  /** SIGTERM, waited for. */
  stop(): Promise<void>;
  /** SIGKILL, waited for. */
  kill(): Promise<void>;
}

/** Starts an engine and waits until it listens. Throws, with where its log is, when it ends before or takes too long. */
export async function startEngine(
  command: readonly [string, ...string[]],
  options: { port: number; logFile: string; timeoutMs: number; env?: Record<string, string> },
): Promise<EngineProcess> {
  const log = openSync(options.logFile, 'a');
  const guard = fork(path.join(import.meta.dirname, 'guard.ts'), [...command], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...options.env },
  });
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  const until = performance.now() + options.timeoutMs;
  while (!(await listens(options.port))) {
    if (guard.exitCode !== null || performance.now() > until) {
      kill(guard);
      throw new Error(`${command[0]} does not listen on port ${options.port}; its log: ${options.logFile}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    async stop() {
      if (guard.exitCode === null) guard.kill('SIGTERM');
      await ended;
    },
    async kill() {
      kill(guard);
      await ended;
    },
  };
}

function kill(guard: ChildProcess): void {
  if (guard.exitCode === null && guard.connected) guard.send('kill');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
