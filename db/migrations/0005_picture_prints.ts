import { type Kysely, sql } from 'kysely';

/** By what a master is known again when a copy of it turns up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One column a view of `hashedViews`, not one row: a look at 50,000 masters is then one short scan.
  await sql`
    create table picture_prints (
      id bigint generated always as identity primary key,
      master_sha256 text not null references masters (sha256) on delete cascade,
      shown text not null,
      hash_0 bit(64) not null,
      hash_1 bit(64) not null,
      hash_2 bit(64) not null,
      hash_3 bit(64) not null,
      hash_4 bit(64) not null,
      hash_5 bit(64) not null,
      hash_6 bit(64) not null,
      hash_7 bit(64) not null,
      print bytea not null constraint print_has_64_by_64_pixels check (octet_length(print) = 4096),
      constraint one_print_a_view unique (master_sha256, shown)
    )`.execute(db);
  // Out of the rows that the scan reads; compressed, prints would come back into them.
  await sql`alter table picture_prints alter column print set storage external`.execute(db);
}
