import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What somebody approved, retired, downloaded: of all that they did, or that anybody approved, it may be nothing, and
  // either index alone would be read to its end.
  await sql`create index audit_log_of_acts_by_actor on audit_log (actor_id, action, at desc, id desc)
    where actor_id is not null`.execute(db);
}
