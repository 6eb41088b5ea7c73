import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readInstance } from '#scripts/find-instance.ts';

export interface Started {
  process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Resolves once the text stands in the output; rejects when the process ends before. */
  printed(text: RegExp): Promise<void>;
  /** Its exit code, or nothing where a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it the way a process manager does. */
  stop(): Promise<void>;
}

export interface Product extends Started {
  url: string;
  dataDir: string;
}

/**
 * Starts the product the way a person does, on a data folder of its own, and resolves when it has printed its
 * address. `source` adds settings; an existing `dataDir` is a later start.
 */
export async function startProduct(source: Record<string, string> = {}, standing?: string): Promise<Product> {
  const dataDir = standing ?? makeDataDir();
  const started = runStart({ ...source, DATA_DIR: dataDir });
  await started.printed(/password for each/);
  return {
    ...started,
    url: readInstance(process.cwd(), dataDir).web_url,
    dataDir,
    stop: async () => {
      await started.stop();
      if (!standing) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where root's PostgreSQL can walk, so that nothing of a test goes to the system's folder. */
function makeDataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-product-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Runs scripts/start.ts with these settings and none of the tests' own. */
export function runStart(source: Record<string, string>): Started {
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    PORT: '4300',
    STORE_PORT: '9400',
    POSTGRES_PORT: '5600',
    ...source,
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], {
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    process: child,
    ...listen(child),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function listen(child: ChildProcess): Pick<Started, 'output' | 'printed'> {
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  const printed = (wanted: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        const isThere = wanted.test(text);
        if (!isThere && !text.includes('✗')) return;
        waiting.delete(look);
        if (isThere) resolve();
        else reject(new Error(`The product failed before it printed ${wanted}:\n${text}`));
      };
      waiting.add(look);
      look();
      child.once('exit', (code) =>
        reject(new Error(`The product ended (${code}) before it printed ${wanted}:\n${text}`)),
      );
    });
  return { output: () => text, printed };
}
