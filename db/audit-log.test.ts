import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { recordAudit } from '#lib/observe/audit.ts';
import { testDatabase } from '#test/database.ts';
import { insertPerson, personCaller } from '#test/people.ts';

const { db } = await testDatabase();
const { id } = await insertPerson(db, { role: 'editor' });
const entry = { action: 'asset.edited', subjectKind: 'test', subjectId: '1' } as const;

describe('the audit log', () => {
  // The tests' connection owns the tables: who holds more rights than it can only take the triggers away.
  it.each([
    ['changed', sql`update audit_log set result = 'failed'`],
    ['deleted', sql`delete from audit_log`],
    ['emptied', sql`truncate audit_log`],
  ])('cannot be %s, by the owner of the table neither', async (_how, statement) => {
    await recordAudit(db, personCaller(id, 'editor'), entry);
    await expect(statement.execute(db)).rejects.toThrow('audit_log rows never change');
  });

  it('cannot be changed by a session that calls itself a replica, for which other triggers are off', async () => {
    await recordAudit(db, personCaller(id, 'editor'), entry);
    for (const statement of [sql`delete from audit_log`, sql`truncate audit_log`]) {
      const asReplica = db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await statement.execute(trx);
      });
      await expect(asReplica).rejects.toThrow('audit_log rows never change');
    }
  });

  it('keeps what a person was called at the time', async () => {
    await recordAudit(db, personCaller(id, 'editor'), { ...entry, subjectId: 'name' });
    await db.updateTable('users').set({ name: 'Married' }).where('id', '=', id).execute();
    const row = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', 'name')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_id: id, actor_name: 'Somebody', result: 'done', code: null });
  });

  it('keeps how rows from before the three results ended, and names who did it', async () => {
    const old = await testDatabase();
    await sql`drop schema public cascade`.execute(old.db);
    await sql`create schema public`.execute(old.db);
    const migrationFolder = path.join(import.meta.dirname, 'migrations');
    const migrator = new Migrator({
      db: old.db,
      provider: new FileMigrationProvider({ fs, path, migrationFolder }),
      allowUnorderedMigrations: true,
    });
    await migrator.migrateTo('0007_webhooks');
    const person = await insertPerson(old.db);
    for (const [action, result, kind] of [
      ['asset.approved', 'ok', 'person'],
      ['session.refused', 'denied', 'anonymous'],
      ['asset.upload_refused', 'too_large', 'person'],
      ['derivative.failed', 'contract_unmet', 'derive'],
      ['derivative.retired', 'retention', 'repair'],
    ])
      await sql`insert into audit_log (actor_id, actor_kind, action, subject_kind, subject_id, result)
        values (${kind === 'person' ? person.id : null}, ${kind}, ${action}, 'test', '1', ${result})`.execute(
        old.db,
      );
    const { error } = await migrator.migrateToLatest();
    expect(error).toBeUndefined();
    const rows = await old.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(rows.map(({ actor_name, result, code }) => [actor_name, result, code])).toEqual([
      ['Somebody', 'done', null],
      ['', 'refused', null],
      ['Somebody', 'refused', 'too_large'],
      ['derive', 'failed', 'contract_unmet'],
      ['repair', 'done', 'retention'],
    ]);
    await expect(sql`delete from audit_log`.execute(old.db)).rejects.toThrow('never change');
  });
});
