import { randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { afterAll, inject } from 'vitest';
import { connectDatabase, type Database } from '#db/client.ts';

/** A fresh clone of the migrated template, dropped when the test file ends. */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const adminUrl = inject('postgresUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = connectDatabase(adminUrl, { max: 1 });
  await admin.executeQuery(CompiledQuery.raw(`create database ${name} template template_blazon`));
  const url = adminUrl.replace(/\/postgres$/, `/${name}`);
  const db = connectDatabase(url);
  afterAll(async () => {
    await db.destroy();
    await admin.executeQuery(CompiledQuery.raw(`drop database ${name} with (force)`));
    await admin.destroy();
  });
  return { db, url };
}
