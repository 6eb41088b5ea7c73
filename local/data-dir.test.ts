import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claimDataDir } from './data-dir.ts';

const folder = () => mkdtempSync(path.join(os.tmpdir(), 'blazon-claim-'));

test('a claim whose process was killed is taken over', async () => {
  const dataDir = folder();
  const script = `import { claimDataDir } from './local/data-dir.ts'; claimDataDir(${JSON.stringify(dataDir)}); console.log('claimed'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(() => claimDataDir(dataDir)).toThrow(/already runs/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  claimDataDir(dataDir);
  expect(JSON.parse(readFileSync(path.join(dataDir, 'start.pid'), 'utf8')).pid).toBe(process.pid);
});

test('a pid that belongs to something else by now does not hold the folder', () => {
  const dataDir = folder();
  writeFileSync(path.join(dataDir, 'start.pid'), JSON.stringify({ pid: 1, startTime: 'long ago' }));
  expect(() => claimDataDir(dataDir)).not.toThrow();
});

test('a torn claim file does not stop the next start', () => {
  const dataDir = folder();
  writeFileSync(path.join(dataDir, 'start.pid'), '{"pi');
  expect(() => claimDataDir(dataDir)).not.toThrow();
});
