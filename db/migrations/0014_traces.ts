import { type Kysely, sql } from 'kysely';

const statements = [
  // The W3C `traceparent` of the span that something was asked for in, so that a trace goes on in other processes.
  `alter table jobs add column traceparent text`,
  `alter table dead_jobs add column traceparent text`,
  `alter table outbox_events add column traceparent text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
