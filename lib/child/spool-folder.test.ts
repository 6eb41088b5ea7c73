import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSpoolFolder } from './spool-folder.ts';

let env: { projectRoot: string; DATA_DIR: string };
beforeEach(() => {
  env = { projectRoot: mkdtempSync(path.join(os.tmpdir(), 'blazon-spool-')), DATA_DIR: 'data' };
});
afterEach(() => rmSync(env.projectRoot, { recursive: true, force: true }));

/** The folder that a process with this host, pid and beginning would have made. */
function leave(change: { host?: string; pid?: number; began?: string }): string {
  const own = makeSpoolFolder(env, 'ingest');
  const [host, pid, began, rest] = path.basename(own).split('~');
  const name = [change.host ?? host, change.pid ?? pid, change.began ?? began, rest].join('~');
  mkdirSync(path.join(path.dirname(own), name), { recursive: true });
  return name;
}

test('what killed processes of this machine left goes when the next one begins', async () => {
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  leave({ pid: killed.pid as number });
  const standing = path.dirname(makeSpoolFolder(env, 'ingest'));
  expect(readdirSync(standing)).toEqual([]);
});

test('so does what an earlier process with the same pid left, as in a container that was started again', () => {
  leave({ began: '1' });
  expect(readdirSync(path.dirname(makeSpoolFolder(env, 'ingest')))).toEqual([]);
});

test('what belongs to a process at work, to this one or to another machine stays', () => {
  const names = [leave({ pid: process.ppid }), leave({}), leave({ host: 'another' })];
  const next = makeSpoolFolder(env, 'ingest');
  expect(readdirSync(path.dirname(next)).sort()).toEqual(names.sort());
  expect(existsSync(next)).toBe(false);
});
