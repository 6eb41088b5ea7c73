import { type Kysely, sql } from 'kysely';

const statements = [
  // After a rotation the secret before it signs too until its time is over, so that receivers can change meanwhile.
  `alter table webhooks
     add column former_sealed_secret bytea,
     add column former_until timestamptz,
     add constraint a_former_secret_ends check ((former_sealed_secret is null) = (former_until is null))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
