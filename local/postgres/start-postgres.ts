import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { type OsUser, postgresUser } from './os-user.ts';

const execute = promisify(execFile);

export interface RunningPostgres {
  /** Address of the database `postgres`, as its superuser. */
  adminUrl: string;
  urlOf(database: string): string;
  port: number;
  /** Fast shutdown: open transactions roll back, everything committed stays. Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  binaries: PostgresBinaries;
  /** Made on first use. Must lie where the user that PostgreSQL runs as can reach it. */
  folder: string;
  port: number;
  /** Extra server settings; tests switch off durability here. */
  settings?: Record<string, string>;
  onLine?: (line: string) => void;
}

/**
 * Starts PostgreSQL on loopback, after `initdb` on first use, and starts it again when it ends by itself. What a
 * killed run left on the cluster is ended first.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = postgresUser();
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  if (user) chownSync(folder, user.uid, user.gid);
  if (!existsSync(cluster)) await initialise(options, cluster, passwordFile, user);
  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlOf = (database: string) => `postgres://blazon:${password}@127.0.0.1:${options.port}/${database}`;
  const run = async (): Promise<ChildProcess> => {
    await clearLeftovers(cluster);
    const child = launch(options, cluster, user);
    await ready(child, urlOf('postgres'));
    return child;
  };
  const { stop } = await keepRunning(run, (error) => options.onLine?.(String(error)));
  return { adminUrl: urlOf('postgres'), urlOf, port: options.port, stop };
}

/** Starts again what ends by itself, until it is stopped. Rejects when the first start fails. */
async function keepRunning(run: () => Promise<ChildProcess>, report: (error: unknown) => void) {
  let stopping = false;
  const watch = (child: ChildProcess): ChildProcess => {
    child.once('exit', () => {
      if (!stopping) running = again();
    });
    return child;
  };
  const again = async (): Promise<ChildProcess | undefined> => {
    while (!stopping) {
      try {
        return watch(await run());
      } catch (error) {
        report(error);
        await pause(1000);
      }
    }
    return undefined;
  };
  let running: Promise<ChildProcess | undefined> = Promise.resolve(watch(await run()));
  return {
    stop: async () => {
      stopping = true;
      const child = await running;
      if (child) await end(child);
    },
  };
}

async function initialise(
  { binaries, settings }: PostgresOptions,
  cluster: string,
  passwordFile: string,
  user: OsUser | undefined,
) {
  // initdb writes PG_VERSION early on; only the rename says that it came to its end.
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const flags = [
    '-U',
    'blazon',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ];
  if (settings?.fsync === 'off') flags.push('--no-sync');
  await execute(binaries.initdb, ['-D', unfinished, ...flags], {
    ...user,
    env: childEnv(),
    cwd: path.dirname(cluster),
  });
  renameSync(unfinished, cluster);
}

function launch(options: PostgresOptions, cluster: string, user: OsUser | undefined): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(options.port),
    max_connections: '100',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(options.binaries.postgres, ['-D', cluster, ...flags], {
    ...user,
    env: childEnv(),
    cwd: path.dirname(cluster),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches the supervisor, which then stops it in order.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line) options.onLine?.(line);
    });
  }
  return child;
}

function childEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: process.env.NODE_ENV };
}

/** Resolves once a query is answered; rejects when the process ends first. */
async function ready(child: ChildProcess, url: string): Promise<void> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  for (;;) {
    if (ended) throw new Error(`PostgreSQL ended while starting (exit code ${child.exitCode}).`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await pause(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  await ended;
}
