import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AudiencesTable } from '#db/tables.ts';

export async function listAudienceRows(db: Database | Trx) {
  return db.selectFrom('audiences').selectAll().orderBy('position').orderBy('slug').execute();
}

export async function findAudience(db: Database | Trx, slug: string) {
  return db.selectFrom('audiences').selectAll().where('slug', '=', slug).executeTakeFirst();
}

/** Serialises version numbers and decisions of one audience. Approvals may name the audience meanwhile. */
export async function lockAudience(trx: Trx, slug: string) {
  return trx.selectFrom('audiences').selectAll().where('slug', '=', slug).forNoKeyUpdate().executeTakeFirst();
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

/** How many files of these policy versions are there, wait to be made, and could not be made. */
export async function countAudienceWork(
  db: Database | Trx,
  versions: readonly { audience: string; version: number }[],
) {
  if (versions.length === 0) return [];
  const wanted = sql`unnest(${versions.map(({ audience }) => audience)}::text[],
    ${versions.map(({ version }) => version)}::integer[]) as wanted (audience, version)`;
  const { rows } = await sql<{ audience: string; files: number; queued: number; failed: number }>`
    select wanted.audience,
      (select count(*) from derivatives d
        where d.audience = wanted.audience and d.policy_version = wanted.version and d.retired_at is null) as files,
      (select count(*) from jobs j where j.queue = 'derive' and j.audience = wanted.audience
        and (j.payload ->> 'policy_version')::integer = wanted.version) as queued,
      (select count(*) from derivative_failures f
        where f.audience = wanted.audience and f.policy_version = wanted.version) as failed
    from ${wanted}`.execute(db);
  return rows;
}

/** At the end of the order. False where the slug is taken. */
export async function insertAudience(
  trx: Trx,
  row: {
    slug: string;
    name: string;
    purpose: AudiencesTable['purpose'];
    icon: string;
    hue: string;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('audiences')
    .values({ ...row, position: sql<number>`(select coalesce(max(position), 0) + 1 from audiences)` })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return inserted !== undefined;
}
