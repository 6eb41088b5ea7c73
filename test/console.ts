import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs commands of scripts/ as their own processes, elsewhere than in the project and with a HOME of their own. */
export function testConsole(databaseUrl: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-console-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (
    command: string,
    args: string[],
    { stdin, env }: { stdin?: string; env?: object } = {},
  ): Promise<Ran> => {
    const script = path.join(process.cwd(), 'scripts', `${command}.ts`);
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        HOME: folder,
        PORT: '1',
        DATABASE_URL: databaseUrl,
        ...env,
      },
    });
    return collect(child, stdin);
  };
  return { folder, run };
}

export async function collect(child: ReturnType<typeof spawn>, stdin = ''): Promise<Ran> {
  child.stdin?.end(stdin);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  return { code: await closed, stdout, stderr };
}
