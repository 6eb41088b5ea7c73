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

/**
 * Makes the row, or keeps the one that stands, and holds a share lock on it: whoever removes a master locks the
 * row for update first, so it stays as it is found here until the transaction ends.
 */
export async function insertOrLockMaster(trx: Trx, master: NewMaster): Promise<'present' | 'deleting'> {
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

/** Which of these are there, under a share lock: none of them goes before the transaction ends. */
export async function listPresentMasters(trx: Trx, sha256s: readonly string[]): Promise<string[]> {
  if (sha256s.length === 0) return [];
  const rows = await trx
    .selectFrom('masters')
    .where('sha256', 'in', sha256s)
    .where('state', '=', 'present')
    .select('sha256')
    .orderBy('sha256')
    .forShare()
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
