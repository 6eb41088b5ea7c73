import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { S3Settings } from '#lib/storage/s3-settings.ts';
import { freePort } from '#local/free-port.ts';
import { testCredentials } from './store.ts';

export interface StoreProcess {
  child: ChildProcess;
  endpoint: string;
  settings: S3Settings;
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

const bucket = 'photos';

/** The real store process, with a folder that outlives it. Resolves when it answers requests. */
export async function forkStore(
  folder: string,
  settings: Record<string, string> = {},
): Promise<StoreProcess> {
  const port = await freePort(25_000 + (process.pid % 2000));
  const child = fork(path.resolve('local/store/main.ts'), [], {
    env: {
      NODE_ENV: 'test',
      STORE_FOLDER: folder,
      STORE_PORT: String(port),
      STORE_BUCKET: bucket,
      STORE_ACCESS_KEY_ID: testCredentials.accessKeyId,
      STORE_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
      ...settings,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  if (!ready) throw new Error(`the store process ended at its start (${child.exitCode ?? child.signalCode})`);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    child,
    endpoint,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_PUBLIC_ENDPOINT: undefined,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
      S3_FORCE_PATH_STYLE: true,
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
