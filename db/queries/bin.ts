import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { namedByMark } from './mark-images.ts';

const now = sql<Date>`clock_timestamp()`;
const longAgo = (days: number) => sql<Date>`clock_timestamp() - ${days} * interval '1 day'`;

/** Assets whose time in the bin is over. */
export async function listSpentBinned(db: Database, days: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .where('binned_at', '<', longAgo(days))
    .where('purged_at', 'is', null)
    .select('id')
    .orderBy('binned_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Looks again under the lock that bringing it back takes. */
export async function lockSpentBinned(trx: Trx, id: string, days: number) {
  return trx
    .selectFrom('assets')
    .where('id', '=', id)
    .where('binned_at', '<', longAgo(days))
    .where('purged_at', 'is', null)
    .select(['id', 'object_key', 'filename', 'binned_at', 'binned_by'])
    .forUpdate()
    .executeTakeFirst();
}

export async function markPurged(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('assets').set({ purged_at: now, updated_at: now }).where('id', '=', id).execute();
}

/** Masters that only purged assets name, and those whose removal was begun. */
export async function listSpentMasters(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select m.sha256 from masters m
    where m.state = 'deleting'
    union
    select v.master_sha256 from asset_versions v
    join assets a on a.id = v.asset_id and a.purged_at is not null
    join masters m on m.sha256 = v.master_sha256
    where not ${isNeeded}
    limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** A photo outside the bin or in it, an image of a mark, and a policy version each keep their master. */
const isNeeded = sql<boolean>`(
  exists (select from asset_versions named join assets on assets.id = named.asset_id
    where named.master_sha256 = m.sha256 and assets.purged_at is null)
  or ${namedByMark(sql<string>`m.sha256`)})`;

/** Waits for every ingest that relies on the row, and keeps the next one waiting. */
export async function lockMaster(trx: Trx, sha256: string): Promise<'present' | 'deleting' | undefined> {
  const row = await trx
    .selectFrom('masters')
    .where('sha256', '=', sha256)
    .select('state')
    .forUpdate()
    .executeTakeFirst();
  return row?.state;
}

/** A statement of its own, after the lock: what the lock waited for is seen by it. */
export async function isMasterNeeded(trx: Trx, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select ${isNeeded} as needed from masters m where m.sha256 = ${sha256}`.execute(trx);
  return rows[0]?.needed ?? false;
}

export async function markDeleting(trx: Trx, sha256: string): Promise<void> {
  await trx.updateTable('masters').set({ state: 'deleting' }).where('sha256', '=', sha256).execute();
}

/** Takes every file that was made of it out of use; answers their names and manifests, for the record. */
export async function retireFilesOfMaster(trx: Trx, sha256: string) {
  return trx
    .updateTable('derivatives')
    .set({ retired_at: now, retired_why: 'master_removed', retired_reason: 'Its photo was removed.' })
    .where('master_sha256', '=', sha256)
    .where('retired_at', 'is', null)
    .returning(['source_hash', 'audience', 'policy_version', 'format', 'sha256', 'manifest'])
    .execute();
}

export async function deleteMasterRow(trx: Trx, sha256: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('masters')
    .where('sha256', '=', sha256)
    .where('state', '=', 'deleting')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
