import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { migrate } from './migrate.ts';

const { db } = await testDatabase();

test('a migration that arrives after a later one has run is run still, and each only once', async () => {
  await sql`drop table kysely_migration`.execute(db);
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const add = (name: string) =>
    writeFile(
      path.join(folder, `${name}.mjs`),
      `export const up = (db) => db.schema.createTable('t${name}').execute();`,
    );
  await add('0001_first');
  await add('0003_early');
  expect(await migrate(db, folder)).toEqual(['0001_first', '0003_early']);
  await add('0002_late');
  expect(await migrate(db, folder)).toEqual(['0002_late']);
  expect(await migrate(db, folder)).toEqual([]);
});
