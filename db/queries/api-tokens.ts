import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

/** Notes the use at most once a minute, so that a busy program does not rewrite its row at each call. */
export async function touchApiToken(db: Database | Trx, id: string): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<Date>`clock_timestamp() - interval '1 minute'`),
      ]),
    )
    .execute();
}
