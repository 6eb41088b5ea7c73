import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { connectDatabase } from '#db/client.ts';
import { readOrMakeSecrets } from './embedded-settings.ts';
import { freePort, holdPort } from './free-port.ts';
import { openLog } from './log-file.ts';
import { choosePlace } from './postgres/place.ts';
import { type RunningPostgres, startPostgres } from './postgres/start-postgres.ts';
import type { ChildSpec } from './supervisor.ts';

const database = 'blazon';
const bucket = 'blazon';

export interface Embedded {
  postgres: RunningPostgres;
  /** Where PostgreSQL keeps its files: not always in the data folder. */
  postgresFolder: string;
  store: ChildSpec;
  /** The settings that the web server and the worker are started with. */
  settings: Record<string, string>;
  ports: { web: number; store: number; postgres: number };
  /** The web server listens once the build is there, which may take minutes: until then its port is kept free. */
  releaseWebPort(): Promise<void>;
}

/**
 * Starts PostgreSQL in the data folder and says how to run everything else beside it. Ports come from `source`
 * (`PORT`, `STORE_PORT`, `POSTGRES_PORT`); the next free one is taken where one is in use.
 */
export async function startEmbedded(options: {
  projectRoot: string;
  dataDir: string;
  source: Record<string, string | undefined>;
}): Promise<Embedded> {
  const { projectRoot, dataDir, source } = options;
  const secrets = readOrMakeSecrets(dataDir);
  const heldForWeb = await holdPort(Number(source.PORT ?? 3000));
  const web = heldForWeb.port;
  const store = await freePort(Number(source.STORE_PORT ?? 9300));
  const place = choosePlace({ projectRoot, dataDir, instanceId: secrets.instanceId });
  const log = openLog(dataDir, 'postgres');
  const postgres = await startPostgres({
    ...place,
    port: await freePort(Number(source.POSTGRES_PORT ?? 5433)),
    onLine: (line) => log.write(`${line}\n`),
  });
  await ensureDatabase(postgres);
  const storeUrl = `http://127.0.0.1:${store}`;
  const portalUrl = `http://localhost:${web}`;
  return {
    postgres,
    postgresFolder: place.folder,
    ports: { web, store, postgres: postgres.port },
    releaseWebPort: heldForWeb.release,
    store: {
      name: 'store',
      entry: 'local/store/main.ts',
      env: {
        NODE_ENV: 'production',
        STORE_FOLDER: path.join(dataDir, 'store'),
        STORE_PORT: String(store),
        STORE_BUCKET: bucket,
        STORE_ACCESS_KEY_ID: secrets.storeAccessKeyId,
        STORE_SECRET_ACCESS_KEY: secrets.storeSecretAccessKey,
        STORE_NOTIFY_URL: `http://127.0.0.1:${web}/api/events/storage`,
        STORE_NOTIFY_SECRET: secrets.eventsSecret,
        // Where uploads land; nobody waits for news of anything else.
        STORE_NOTIFY_PREFIX: 'assets/',
        STORE_CORS_ORIGINS: `${portalUrl},http://127.0.0.1:${web}`,
      },
    },
    settings: {
      NODE_ENV: 'production',
      EMBEDDED: 'true',
      HOST: 'localhost',
      PORT: String(web),
      PORTAL_URL: portalUrl,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.urlOf(database),
      S3_ENDPOINT: storeUrl,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: secrets.storeAccessKeyId,
      S3_SECRET_ACCESS_KEY: secrets.storeSecretAccessKey,
      AUTH_SECRET: secrets.authSecret,
      JOBS_SECRET: secrets.jobsSecret,
      EVENTS_SECRET: secrets.eventsSecret,
    },
  };
}

async function ensureDatabase(postgres: RunningPostgres): Promise<void> {
  const admin = connectDatabase(postgres.adminUrl, { max: 1 });
  try {
    const { rows } = await admin.executeQuery(
      CompiledQuery.raw(`select 1 from pg_database where datname = '${database}'`),
    );
    if (rows.length === 0) await admin.executeQuery(CompiledQuery.raw(`create database ${database}`));
  } finally {
    await admin.destroy();
  }
}
