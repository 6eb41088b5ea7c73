import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { ReconciliationsTable } from '#db/tables.ts';

export type ReconciliationRow = Selectable<ReconciliationsTable>;

export async function insertReconciliation(
  trx: Trx,
  row: { id: string; dryRun: boolean; allBytes: boolean; sampleEvery: number; by: string | null },
): Promise<void> {
  await trx
    .insertInto('reconciliations')
    .values({
      id: row.id,
      dry_run: row.dryRun,
      all_bytes: row.allBytes,
      sample_every: row.sampleEvery,
      requested_by: row.by,
    })
    .execute();
}

export async function findReconciliation(
  db: Database | Trx,
  id: string,
): Promise<ReconciliationRow | undefined> {
  return db.selectFrom('reconciliations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Where a run that is cut short goes on. */
export async function recordReconciliationProgress(
  trx: Trx,
  id: string,
  page: { step: string; position: string; objects: number; rows: number; bytes: number },
): Promise<void> {
  await trx
    .updateTable('reconciliations')
    .set((eb) => ({
      step: page.step,
      position: page.position,
      objects_checked: eb('objects_checked', '+', page.objects),
      rows_checked: eb('rows_checked', '+', page.rows),
      bytes_read: sql`bytes_read + ${page.bytes}`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function setInspection(trx: Trx, id: string, inspectionId: string): Promise<void> {
  await trx
    .updateTable('reconciliations')
    .set({ inspection_id: inspectionId })
    .where('id', '=', id)
    .execute();
}

export async function markReconciled(trx: Trx, id: string, failure: string | null): Promise<void> {
  await trx
    .updateTable('reconciliations')
    .set({ finished_at: sql`clock_timestamp()`, failure })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Whether a run is under way; nobody else asks at the same time, until the transaction ends. */
export async function lockUnfinishedRun(trx: Trx): Promise<boolean> {
  await sql`lock table reconciliations in share row exclusive mode`.execute(trx);
  const run = await trx
    .selectFrom('reconciliations')
    .select('id')
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}

/** The latest runs, those that are under way among them. */
export async function listReconciliations(db: Database, limit: number) {
  return db
    .selectFrom('reconciliations')
    .leftJoin('users', 'users.id', 'reconciliations.requested_by')
    .selectAll('reconciliations')
    .select('users.name as by')
    .orderBy('reconciliations.created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The latest one that is through. */
export async function findLastReconciliation(db: Database) {
  return db
    .selectFrom('reconciliations')
    .where('finished_at', 'is not', null)
    .select(['id', 'dry_run', 'created_at', 'finished_at', 'failure'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Of these ids, those that no asset has, or whose asset is purged: nothing below them is anybody's. */
export async function listUnknownAssets(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select met.id from unnest(${ids}::uuid[]) as met (id)
    where not exists (select from assets where assets.id = met.id and assets.purged_at is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Of these ids, those of no upload of a mark. */
export async function listUnknownMarkUploads(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select met.id from unnest(${ids}::uuid[]) as met (id)
    where not exists (select from mark_uploads where mark_uploads.id = met.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
