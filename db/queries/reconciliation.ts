import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface ReconcileAct {
  kind: string;
  subject: string;
  act: string;
  detail: string;
}

export async function insertReconciliation(
  trx: Trx,
  row: { id: string; dryRun: boolean; by: string | null },
): Promise<void> {
  await trx
    .insertInto('reconciliations')
    .values({ id: row.id, dry_run: row.dryRun, all_bytes: false, requested_by: row.by })
    .execute();
}

export async function insertAct(db: Database | Trx, id: string, act: ReconcileAct): Promise<void> {
  await db
    .insertInto('reconciliation_acts')
    .values({ reconciliation_id: id, ...act })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markReconciled(db: Database | Trx, id: string, failure: string | null): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ finished_at: sql`clock_timestamp()`, failure })
    .where('id', '=', id)
    .execute();
}

/** Of these ids, those that no asset has. */
export async function listUnknownAssets(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select met.id from unnest(${ids}::uuid[]) as met (id)
    where not exists (select from assets where assets.id = met.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Photos that have been PROCESSING for an hour with no job that would bring them on. */
export async function listStuckAssets(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assets a
    where a.status = 'PROCESSING' and a.updated_at < clock_timestamp() - interval '1 hour'
      and not exists (select from jobs j where j.queue = 'ingest' and j.payload #>> '{event,key}' = a.id::text)
    order by a.created_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Events whose claim ran out an hour ago, and that no job will claim again. */
export async function listForsakenEvents(db: Database, limit: number) {
  const { rows } = await sql<{ consumer: string; event_id: string }>`
    select i.consumer, i.event_id from consumer_inbox i
    where i.state = 'PROCESSING' and i.lease_until < clock_timestamp() - interval '1 hour'
      and not exists (select from jobs j where j.dedup_key = i.event_id || '/' || i.consumer)
    limit ${limit}`.execute(db);
  return rows;
}

/** Failures to register an upload that has been registered, or refused, since. */
export async function settleRegistrationFailures(trx: Trx, dryRun: boolean) {
  const { rows } = await sql<{ id: string; object_key: string }>`
    select f.id, f.object_key from registration_failures f join assets a on a.id = f.asset_id
    where f.repaired_at is null and a.status <> 'UPLOADING' limit 500`.execute(trx);
  if (!dryRun && rows.length > 0)
    await sql`update registration_failures set repaired_at = clock_timestamp()
      where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
  return rows;
}

export async function findReconciliation(db: Database, id: string) {
  return db.selectFrom('reconciliations').selectAll().where('id', '=', id).executeTakeFirst();
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

export async function countActs(db: Database, id: string) {
  return db
    .selectFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .select(['kind', 'act', (of) => of.fn.countAll<number>().as('times')])
    .groupBy(['kind', 'act'])
    .orderBy('kind')
    .orderBy('act')
    .execute();
}

export async function listActs(db: Database, id: string) {
  return db
    .selectFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .select(['kind', 'subject', 'act', 'detail'])
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}
