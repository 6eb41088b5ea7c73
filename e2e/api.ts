import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { childOf } from '#test/processes.ts';
import { portalUrl } from './sign-in.ts';

export interface Answer<T> {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Where the answer is JSON. */
  body: T;
}

/** One call as a program makes it. */
export type Api = <T = unknown>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;

export interface Instance {
  url: string;
  dataDir: string;
}

/** The one that all journeys share. */
export function sharedInstance(): Instance {
  return { url: portalUrl(), dataDir: process.env.BLAZON_DATA_DIR ?? '' };
}

/** The API as this person, by a token that `npm run token` prints; as nobody without an email. */
export function openApi(email?: string, instance = sharedInstance()): Api {
  return apiWith(email && makeToken(email, instance), instance);
}

export function apiWith(bearer: string | undefined, { url } = sharedInstance()): Api {
  return async (method, to, body, headers = {}) => {
    const answer = await fetch(new URL(to, url), {
      method,
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const json = isJson ? JSON.parse(bytes.toString()) : undefined;
    return { status: answer.status, headers: answer.headers, bytes, body: json };
  };
}

function makeToken(email: string, { dataDir }: Instance): string {
  const command = ['scripts/token.ts', '--email', email, '--name', 'journey'];
  const env = { ...process.env, DATA_DIR: dataDir };
  return execFileSync(process.execPath, command, { env, encoding: 'utf8' }).trim();
}

export interface Secrets {
  jobsSecret: string;
  eventsSecret: string;
  storeAccessKeyId: string;
  storeSecretAccessKey: string;
}

export function instanceSecrets(): Secrets {
  return JSON.parse(readFileSync(path.join(sharedInstance().dataDir, 'secrets.json'), 'utf8'));
}

/** Runs `work` while the worker process stands still: nothing is claimed, nothing is renewed. */
export async function withoutWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = childOf(Number(process.env.BLAZON_PID), 'scripts/worker.ts');
  process.kill(worker, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(worker, 'SIGCONT');
  }
}
