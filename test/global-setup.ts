import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { freePort } from '#local/free-port.ts';
import { reachableBinaries } from '#local/postgres/place.ts';
import { type RunningPostgres, startPostgres } from '#local/postgres/start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject, onStarted?: (adminUrl: string) => void) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-test-'));
  const postgres = await startPostgres({
    binaries: reachableBinaries(process.cwd()),
    folder,
    port: await freePort(20_000 + (process.pid % 5000)),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresUrl', postgres.adminUrl);
  onStarted?.(postgres.adminUrl);
  return stop;
}

async function makeTemplate(postgres: RunningPostgres): Promise<void> {
  const admin = connectDatabase(postgres.adminUrl, { max: 1 });
  await admin.executeQuery(CompiledQuery.raw('create database template_blazon'));
  await admin.destroy();
  const template = connectDatabase(postgres.urlOf('template_blazon'), { max: 1 });
  await migrate(template, path.resolve('db/migrations')).finally(() => template.destroy());
}
