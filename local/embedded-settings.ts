import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from '#lib/env.ts';

/** What an embedded installation makes up once and keeps in its data folder, readable by its owner only. */
export interface EmbeddedSecrets {
  instanceId: string;
  authSecret: string;
  jobsSecret: string;
  eventsSecret: string;
  storeAccessKeyId: string;
  storeSecretAccessKey: string;
}

export function readOrMakeSecrets(dataDir: string): EmbeddedSecrets {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedSecrets;
  const random = () => randomBytes(32).toString('base64url');
  const secrets: EmbeddedSecrets = {
    instanceId: randomUUID(),
    authSecret: random(),
    jobsSecret: random(),
    eventsSecret: random(),
    storeAccessKeyId: `BLAZON${randomBytes(7).toString('hex').toUpperCase()}`,
    storeSecretAccessKey: random(),
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** Settings that say where outside parts are. Some without the others is a mistake; none means embedded. */
const outside = [
  'DATABASE_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** `embedded`, `outside`, or the sentences that say what is contradictory. */
export function chooseMode(
  source: Record<string, string | undefined>,
): 'embedded' | 'outside' | { problems: string[] } {
  const given = outside.filter((name) => source[name]);
  if (given.length === 0) {
    return source.S3_PUBLIC_ENDPOINT
      ? {
          problems: [
            'S3_PUBLIC_ENDPOINT is set without S3_ENDPOINT: give the store’s settings too, or take it away to run the embedded store.',
          ],
        }
      : 'embedded';
  }
  const missing = outside.filter((name) => !source[name]);
  if (missing.length === 0) {
    return source.EMBEDDED
      ? {
          problems: [
            'EMBEDDED is set beside outside parts: take it away, since demo accounts belong to the embedded default only.',
          ],
        }
      : 'outside';
  }
  return {
    problems: missing.map(
      (name) =>
        `${name} is missing: ${given.join(' and ')} point${given.length === 1 ? 's' : ''} to outside parts, so all of them must be given. Give it, or take the others away to run the embedded default.`,
    ),
  };
}

/** What the embedded default makes up for itself, for the time before it has. */
const madeUp = {
  PORTAL_URL: 'http://localhost',
  DATABASE_URL: 'postgres://localhost',
  S3_ENDPOINT: 'http://localhost',
  S3_BUCKET: 'blazon',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'key',
  ...Object.fromEntries(['AUTH', 'JOBS', 'EVENTS'].map((name) => [`${name}_SECRET`, 'x'.repeat(32)])),
};

/** A sentence for each setting that the embedded default was given and cannot use: told before anything is started. */
export function embeddedProblems(source: Record<string, string | undefined>): string[] {
  const ports = ['PORT', 'STORE_PORT', 'POSTGRES_PORT'].filter((name) => source[name]);
  const wrong = ports.filter((name) => !isPort(Number(source[name])));
  try {
    parseEnv({ ...source, ...madeUp, PORT: undefined });
    return wrong.map(portSentence);
  } catch (error) {
    return [...wrong.map(portSentence), String((error as Error).message)];
  }
}

function portSentence(name: string): string {
  return `${name} must be a number from 1 to 32767; the next free port from there is taken.`;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port < 32_768;
}
