import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

/** Says that a worker is alive, for the operations page and readiness; forgets those silent for an hour. */
export async function beat(db: Database, worker: { id: string; kind: string }): Promise<void> {
  await sql`
    insert into workers (id, kind) values (${worker.id}, ${worker.kind})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db);
  await sql`delete from workers where seen_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

export async function signOff(db: Database, workerId: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', workerId).execute();
}
