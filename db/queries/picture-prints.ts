import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface NewPrint {
  master_sha256: string;
  /** `whole`, or which part of the master it shows. */
  shown: string;
  /** Hex, in the order of the columns. */
  hashes: readonly string[];
  print: Uint8Array;
}

/** A view of a master that has its print keeps it: the same view looks the same. */
export async function insertPrint(db: Database | Trx, row: NewPrint): Promise<void> {
  const hashes = row.hashes.map((hash) => sql`${bits(hash)}::bit(64)`);
  await sql`
    insert into picture_prints
      (master_sha256, shown, hash_0, hash_1, hash_2, hash_3, hash_4, hash_5, hash_6, hash_7, print)
    values (${row.master_sha256}, ${row.shown}, ${sql.join(hashes)}, ${Buffer.from(row.print)})
    on conflict on constraint one_print_a_view do nothing`.execute(db);
}

export interface NearPrint {
  master_sha256: string;
  shown: string;
  print: Buffer;
  /** Bits that differ between the hash asked for and the nearest of the row, of 64. */
  distance: number;
}

/**
 * The prints that one hash is nearest to, nearest first. Measured on two cores: 30 ms among 50,000 masters, reading
 * every row; no index answers this question.
 */
export async function unsafeListNearPrints(
  db: Database | Trx,
  hash: string,
  limit: number,
): Promise<NearPrint[]> {
  const asked = sql`${bits(hash)}::bit(64)`;
  const distance = sql`least(${sql.join(columns.map((column) => sql`bit_count(${sql.ref(column)} # ${asked})`))})`;
  const { rows } = await sql<NearPrint>`
    select p.master_sha256, p.shown, p.print, n.distance::integer as distance
    from (select id, ${distance} as distance from picture_prints order by 2, 1 limit ${limit}) n
    join picture_prints p on p.id = n.id
    order by n.distance, p.id`.execute(db);
  return rows;
}

const columns = ['hash_0', 'hash_1', 'hash_2', 'hash_3', 'hash_4', 'hash_5', 'hash_6', 'hash_7'];

/** All views of one master that have a print. */
export async function unsafeListPrintsOf(db: Database | Trx, sha256: string) {
  return db
    .selectFrom('picture_prints')
    .select(['master_sha256', 'shown', 'print'])
    .where('master_sha256', '=', sha256)
    .orderBy('id')
    .execute();
}

/** Masters that came before their prints were kept, oldest first. */
export async function unsafeListMastersWithoutPrint(
  db: Database | Trx,
  limit: number,
): Promise<{ sha256: string }[]> {
  return db
    .selectFrom('masters')
    .select('sha256')
    .where('state', '=', 'present')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('picture_prints')
            .select('id')
            .whereRef('picture_prints.master_sha256', '=', 'masters.sha256')
            .where('shown', '=', 'whole'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('sha256')
    .limit(limit)
    .execute();
}

function bits(hash: string): string {
  return BigInt(`0x${hash}`).toString(2).padStart(64, '0');
}
