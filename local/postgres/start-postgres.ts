import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.ts';
import { type OsUser, postgresUser } from './os-user.ts';

const run = promisify(execFile);

export interface RunningPostgres {
  /** Address of the database `postgres`, as its superuser. */
  adminUrl: string;
  urlOf(database: string): string;
  port: number;
  process: ChildProcess;
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
 * Starts PostgreSQL on loopback, after `initdb` on first use. A `postmaster.pid` left by a kill is removed when no
 * process has the folder as its working directory; one that is still running there is stopped first.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = postgresUser();
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  if (user) chownSync(folder, user.uid, user.gid);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(options, cluster, passwordFile, user);
  await clearStalePid(cluster);
  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlOf = (database: string) => `postgres://blazon:${password}@127.0.0.1:${options.port}/${database}`;
  const child = launch(options, cluster, user);
  await ready(child, urlOf('postgres'));
  return { adminUrl: urlOf('postgres'), urlOf, port: options.port, process: child, stop: () => stop(child) };
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
  await run(binaries.initdb, ['-D', unfinished, ...flags], {
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
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  await ended;
}

async function clearStalePid(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (isAlive(pid) && worksIn(pid, cluster)) {
    process.kill(pid, 'SIGINT');
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  rmSync(pidFile, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A pid may have been given to somebody else since. Only Linux tells; elsewhere the pid is believed. */
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
