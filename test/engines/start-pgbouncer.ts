import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#local/free-port.ts';
import { runTool } from './engine-cache.ts';
import { startEngine } from './engine-process.ts';

export interface RunningPooler {
  /** The address by which the pooler hands out the database behind `url`. */
  urlOf(url: string): string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode with fewer server connections than its clients have, on loopback. */
export async function startPgbouncer(adminUrl: string): Promise<RunningPooler> {
  await installPgbouncer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-pgbouncer-'));
  // As root it insists on becoming somebody else, who must be able to read this.
  chmodSync(folder, 0o755);
  const { username, password, hostname, port: serverPort } = new URL(adminUrl);
  const port = await freePort(25_200 + (process.pid % 500));
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  const asSomebody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = await startEngine(['pgbouncer', ...asSomebody, settings], {
    port,
    logFile: path.join(folder, 'pgbouncer.log'),
    timeoutMs: 20_000,
  });
  return {
    urlOf(url) {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    },
    async stop() {
      await pooler.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where it is missing and this machine lets us, from the system's own packages. */
async function installPgbouncer(): Promise<void> {
  const look = () => runTool('pgbouncer', ['--version'], { timeoutMs: 10_000 });
  try {
    await look();
  } catch (missing) {
    if (process.getuid?.() !== 0) throw missing;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    try {
      await runTool('apt-get', ['update', '-q'], { timeoutMs: 120_000 });
      await runTool('apt-get', ['install', '-q', '-y', 'pgbouncer'], { timeoutMs: 120_000, env });
    } catch {
      throw missing;
    }
    await look();
  }
}
