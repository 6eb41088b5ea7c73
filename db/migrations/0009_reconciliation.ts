import { type Kysely, sql } from 'kysely';

const statements = [
  // How far a run is, and the look at derivatives' files that belongs to it.
  `alter table reconciliations
     add column sample_every integer not null default 1
       constraint masters_are_sampled check (sample_every >= 1),
     add column objects_checked integer not null default 0,
     add column rows_checked integer not null default 0,
     add column bytes_read bigint not null default 0,
     add column inspection_id uuid references inspections (id)`,
  // Null: begun, or what a dry run would do. An act in the store cannot commit with its record, so it has two.
  `alter table reconciliation_acts add column done_at timestamptz`,
  `update reconciliation_acts a set done_at = a.created_at
     from reconciliations r where r.id = a.reconciliation_id and not r.dry_run`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
