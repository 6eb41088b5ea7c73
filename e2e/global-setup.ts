import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readInstance } from '../scripts/find-instance.ts';

/**
 * Starts the product the way a person does, on a data folder of its own, and waits until it says that it is ready.
 * What the tests need to know of it goes into the environment that Playwright hands to its workers.
 */
export default async function setup() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'blazon-e2e-'));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '4300',
    STORE_PORT: '9400',
    POSTGRES_PORT: '5600',
    RATE_LIMIT_PER_MINUTE: '100000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const seeded = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Demo photos') && /✓ Demo photos/.test(output)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The product ended while starting (${code}):\n${output}`)));
  });
  await seeded;
  const instance = readInstance(process.cwd(), dataDir);
  Object.assign(process.env, {
    BLAZON_URL: instance.web_url,
    BLAZON_DATA_DIR: dataDir,
    BLAZON_PID: String(child.pid),
  });
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
