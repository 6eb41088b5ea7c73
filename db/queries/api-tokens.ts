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

export async function insertApiToken(
  trx: Trx,
  token: { id: string; user_id: string; name: string; token_sha256: Buffer },
): Promise<void> {
  await trx.insertInto('api_tokens').values(token).execute();
}

/** The person's tokens that still open something, newest first. */
export async function listLiveApiTokens(db: Database | Trx, userId: string) {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Revokes one live token, of `ownerId` only where it is given. Answers whose it was. */
export async function revokeApiToken(
  trx: Trx,
  id: string,
  ownerId: string | undefined,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(ownerId !== undefined, (query) => query.where('user_id', '=', ownerId ?? ''))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function revokeApiTokensOf(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('api_tokens')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
