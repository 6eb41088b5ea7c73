import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { connectDatabase, type Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { parseEnv } from '#lib/env.ts';
import { ensureTopic } from '#lib/events/kafka/ensure-topic.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { freePort } from '#local/free-port.ts';
import { reachableBinaries } from '#local/postgres/place.ts';
import { startPostgres } from '#local/postgres/start-postgres.ts';
import { seedAccounts } from '#scripts/seed-accounts.ts';
import { insertPerson, insertToken } from '../people.ts';
import type { Random } from '../simulation/random.ts';
import { storageEvent } from '../uploads.ts';
import { type EventEngines, startEventEngines } from './event-engines.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { Fleet } from './fleet.ts';

export interface Rig {
  fleet: Fleet;
  proxy: FaultProxy;
  engines: EventEngines | undefined;
  /** Past every fault, for whoever audits. */
  services: Services;
  webs: string[];
  /** The store's notification once more, as its sender may. */
  notifyAgain(objectKey: string): Promise<void>;
  tokens: { editor: string; admin: string };
  folder: string;
  stop(): Promise<void>;
}

const bucket = 'photos';
const credentials = { accessKeyId: 'torture-key', secretAccessKey: 'torture-secret' };
const secretOf = (name: string) => `${name}-of-the-torture-`.padEnd(40, 'x');
/** So that what a killed process held is free again within seconds. */
const hasty = {
  JOB_LEASE_MS: '3000',
  IDEMPOTENCY_LEASE_SECONDS: '3',
  UPLOAD_SWEEP_GRACE_SECONDS: '5',
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
};

/** The whole product beside nothing of the machine's own: each part a process, started as in production. */
export async function openRig(options: {
  random: Random;
  webs: number;
  workers: number;
  kafka: boolean;
}): Promise<Rig> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-torture-'));
  // Where root's PostgreSQL can walk.
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [];
  let isInterrupted = false;
  const endAll = async () => {
    for (const end of stops.splice(0).reverse()) await end();
    if (isInterrupted) rmSync(folder, { recursive: true, force: true });
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= endAll();
    return stopped;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isInterrupted = true;
      void stop().finally(() => process.exit(130));
    });
  try {
    const base = 26_000 + (process.pid % 400) * 10;
    const postgres = await startPostgres({
      binaries: reachableBinaries(process.cwd()),
      folder: path.join(folder, 'postgres'),
      port: await freePort(base),
      settings: { max_connections: '200' },
    });
    stops.push(postgres.stop);
    const admin = connectDatabase(postgres.adminUrl, { max: 1 });
    await admin.executeQuery(CompiledQuery.raw('create database blazon')).finally(() => admin.destroy());

    const storePort = await freePort(postgres.port + 1);
    const proxy = await startFaultProxy(
      { host: '127.0.0.1', port: storePort },
      options.random,
      await freePort(storePort + 1),
    );
    stops.push(proxy.close);
    const webPorts: number[] = [];
    for (let n = 0; n < options.webs; n += 1)
      webPorts.push(await freePort((webPorts.at(-1) ?? proxy.port) + 1));
    const webs = webPorts.map((port) => `http://127.0.0.1:${port}`);

    const fleet = new Fleet(folder);
    const engines = options.kafka ? await startEventEngines(fleet, folder) : undefined;
    if (engines) stops.push(engines.stop);
    const settings: Record<string, string> = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORTAL_URL: webs[0] ?? '',
      DATABASE_URL: postgres.urlOf('blazon'),
      S3_ENDPOINT: proxy.endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AUTH_SECRET: secretOf('auth'),
      JOBS_SECRET: secretOf('jobs'),
      EVENTS_SECRET: secretOf('events'),
      ...hasty,
      ...engines?.settings,
    };
    const { PATH = '', HOME = '' } = process.env;
    const environment = (more: Record<string, string>) =>
      ({ PATH, HOME, ...settings, ...more }) as unknown as NodeJS.ProcessEnv;

    stops.push(() => fleet.stopAllBut());
    await fleet.start('store', {
      name: 'store',
      entry: 'local/store/main.ts',
      env: environment({
        STORE_FOLDER: path.join(folder, 'store'),
        STORE_PORT: String(storePort),
        STORE_BUCKET: bucket,
        STORE_ACCESS_KEY_ID: credentials.accessKeyId,
        STORE_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        STORE_NOTIFY_URL: engines?.noticeUrl ?? `${webs[0]}/api/events/storage`,
        STORE_NOTIFY_SECRET: secretOf('events'),
        STORE_NOTIFY_PREFIX: 'assets/',
        STORE_CORS_ORIGINS: webs.join(','),
      }),
    });
    const env = parseEnv({ ...settings, DATA_DIR: folder, S3_ENDPOINT: `http://127.0.0.1:${storePort}` });
    const db = connectDatabase(env.DATABASE_URL, { max: 5 });
    stops.push(() => db.destroy());
    await migrate(db, path.resolve('db/migrations'));
    await seedAccounts(db, { demo: false });
    if (engines) await ensureTopic(env);
    const spec = (name: string, entry: string, more: Record<string, string> = {}) => {
      const dataDir = path.join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      return { name, entry: `scripts/${entry}.ts`, env: environment({ DATA_DIR: dataDir, ...more }) };
    };
    for (const kind of engines ? (['bridge', 'relay'] as const) : [])
      await fleet.start(kind, spec(kind, kind));
    for (const [n, port] of webPorts.entries())
      await fleet.start('web', spec(`web-${n + 1}`, 'web', { PORT: String(port) }));
    for (let n = 1; n <= options.workers; n += 1) await fleet.start('worker', spec(`worker-${n}`, 'worker'));

    const log = createLogger({ level: 'error', name: 'torture' });
    return {
      fleet,
      proxy,
      engines,
      services: { env, db, store: connectS3(env), log },
      webs,
      notifyAgain: (key) =>
        post(engines?.noticeUrl ?? `${webs.at(-1)}/api/events/storage`, storageEvent(bucket, key)),
      tokens: { editor: await tokenFor(db, 'editor'), admin: await tokenFor(db, 'admin') },
      folder,
      stop,
    };
  } catch (error) {
    await stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A sender that is not answered lets it be: the store has sent its own. */
async function post(url: string, event: object): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretOf('events')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(20_000),
  }).then(
    (answer) => answer.arrayBuffer(),
    () => {},
  );
}

async function tokenFor(db: Database, role: 'editor' | 'admin'): Promise<string> {
  const { id } = await insertPerson(db, { role });
  return (await insertToken(db, id)).token;
}
