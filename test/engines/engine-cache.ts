import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** An engine that can't be had on this machine, with the sentence why. What needs it is skipped, never passed. */
export class EngineUnavailable extends Error {}

const cacheFolder = process.env.ENGINES_CACHE ?? path.join(os.homedir(), '.cache', 'blazon-engines');

/**
 * A folder that `fetch` fills once a machine: the version is in its name, and it takes its name only once it is
 * whole, so that a download that is cut off is begun anew.
 */
export async function cached(name: string, fetch: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cacheFolder, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const begun = mkdtempSync(path.join(cacheFolder, '.fetching-'));
  try {
    console.log(`Fetching ${name} (once) …`);
    await fetch(begun);
    if (!existsSync(folder)) renameSync(begun, folder);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return folder;
}

/** Runs a tool and answers what it printed. Its absence, its failure and its taking too long are the engine's. */
export function runTool(
  program: string,
  args: readonly string[],
  options: { cwd?: string; timeoutMs: number; env?: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk}`.slice(-2000);
    });
    const refuse = (why: string) => reject(new EngineUnavailable(`${program} ${args[0] ?? ''} ${why}`));
    const timer = setTimeout(() => {
      // Its own children too: a compiler that goes on would slow down everything after it.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      refuse(`took longer than ${options.timeoutMs / 1000} s`);
    }, options.timeoutMs);
    child.once('error', () => {
      clearTimeout(timer);
      reject(new EngineUnavailable(`there is no ${program} on this machine`));
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else refuse(`ended with ${code}: ${errors.trim().split('\n').slice(-3).join(' ')}`);
    });
  });
}
