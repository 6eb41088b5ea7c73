import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const waitMs = 50;
/** An earlier process may still be on its way out. */
const patienceMs = 5_000;

/**
 * Makes sure that one process works in a folder: two would sweep each other's files. The lock is a socket that
 * nobody talks to, since the system lets go of it by itself when a process is killed. Resolves to its release.
 */
export async function lockFolder(
  folder: string,
  withinMs: number = patienceMs,
): Promise<() => Promise<void>> {
  const address = lockAddress(path.resolve(folder));
  const deadline = Date.now() + withinMs;
  for (;;) {
    const server = await listen(address);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    if (Date.now() >= deadline) throw new Error(`Another store process works in ${folder}. Stop it first.`);
    // Where sockets are files, one that nobody listens on is what a kill left.
    if (path.isAbsolute(address) && process.platform !== 'win32' && !(await answers(address)))
      rmSync(address, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function lockAddress(folder: string): string {
  const name = `blazon-store-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(os.tmpdir(), name);
}

function listen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
