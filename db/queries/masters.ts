import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { MastersTable } from '#db/tables.ts';

export type NewMaster = Insertable<MastersTable>;

export async function findMasterState(
  db: Database | Trx,
  sha256: string,
): Promise<'present' | 'deleting' | undefined> {
  const master = await db
    .selectFrom('masters')
    .select('state')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return master?.state;
}

/** Ours alone among advisory locks: a master's object, where no row is there to be locked. */
const masterLock = 0x6d6173;

/**
 * Keeps every ingest of these bytes from trusting an object until the transaction ends; answers whether anything
 * names them. False: the object is nobody's, and may be deleted under this lock.
 */
export async function lockUnnamedMaster(trx: Trx, sha256: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${masterLock}, hashtext(${sha256}))`.execute(trx);
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from masters where sha256 = ${sha256})
      or exists (select from asset_versions v join assets a on a.id = v.asset_id
        where v.master_sha256 = ${sha256} and a.purged_at is null)
      or exists (select from mark_images where sha256 = ${sha256})
      or exists (select from policy_versions where jsonb_path_exists(contracts,
        '$[*].watermark.image_id ? (@ == $sha256)', jsonb_build_object('sha256', ${sha256}::text))) as named`.execute(
    trx,
  );
  return rows[0]?.named === false;
}

/** Masters in the order of their hashes, which every collation gives alike (0–9, a–f), with how many photos and marks live by each. */
export async function listMasterRows(
  db: Database,
  page: { after: string; upTo: string | null; limit: number },
) {
  const { rows } = await sql<{
    sha256: string;
    byte_size: number;
    state: 'present' | 'deleting';
    photos: number;
    marks: number;
  }>`
    select m.sha256, m.byte_size::float8 as byte_size, m.state,
      (select count(distinct v.asset_id)::integer from asset_versions v join assets a on a.id = v.asset_id
        where v.master_sha256 = m.sha256 and a.purged_at is null) as photos,
      (select count(*)::integer from mark_images i where i.sha256 = m.sha256) as marks
    from masters m
    where m.sha256 > ${page.after}
      and (${page.upTo}::text is null or m.sha256 <= ${page.upTo})
    order by m.sha256 limit ${page.limit}`.execute(db);
  return rows;
}

export async function countMasters(db: Database | Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from masters`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Makes the row, or keeps the one that stands, and holds a share lock on it: whoever removes a master locks the
 * row for update first, so it stays as it is found here until the transaction ends.
 */
export async function insertOrLockMaster(trx: Trx, master: NewMaster): Promise<'present' | 'deleting'> {
  await sql`select pg_advisory_xact_lock_shared(${masterLock}, hashtext(${master.sha256}))`.execute(trx);
  await trx
    .insertInto('masters')
    .values(master)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  const { rows } = await sql<{ state: 'present' | 'deleting' }>`
    select state from masters where sha256 = ${master.sha256} for share`.execute(trx);
  // Gone between the two statements: whoever removed it has only just finished.
  return rows[0]?.state ?? 'deleting';
}
