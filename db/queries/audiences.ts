import type { Database, Trx } from '#db/client.ts';

export async function listAudienceRows(db: Database | Trx) {
  return db.selectFrom('audiences').selectAll().orderBy('position').orderBy('slug').execute();
}

export async function findAudience(db: Database | Trx, slug: string) {
  return db.selectFrom('audiences').selectAll().where('slug', '=', slug).executeTakeFirst();
}

/** Serialises version numbers and decisions of one audience. */
export async function lockAudience(trx: Trx, slug: string) {
  return trx.selectFrom('audiences').selectAll().where('slug', '=', slug).forUpdate().executeTakeFirst();
}

/** The audiences that a person belongs to by membership. */
export async function listMemberAudiences(db: Database | Trx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.user_id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .select('memberships.audience')
    .execute();
  return rows.map(({ audience }) => audience);
}
