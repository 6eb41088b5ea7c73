import { type Expression, type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';

/**
 * Whether the master of this hash is the image of a mark: one that is kept as such, or one that any policy version
 * names, however old. Such a master stays, whoever else has let go of it.
 */
export function namedByMark(sha256: Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from mark_images i where i.sha256 = ${sha256})
    or exists (select from policy_versions p
      where jsonb_path_query_array(p.contracts, '$[*].watermark.image_id') ? ${sha256}))`;
}

/** What policies may be marked with, by name. */
export async function listMarkImageRows(db: Database) {
  return db
    .selectFrom('mark_images')
    .innerJoin('masters', 'masters.sha256', 'mark_images.sha256')
    .where('mark_images.retired_at', 'is', null)
    .select(['mark_images.sha256', 'mark_images.name', 'mark_images.created_at'])
    .select(['masters.width', 'masters.height', 'masters.has_alpha'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'mark_images.uploaded_by')
          .select(['users.id', 'users.name']),
      ).as('uploaded_by'),
    )
    .orderBy(sql`lower(mark_images.name)`)
    .orderBy('mark_images.sha256')
    .execute();
}

export async function findMarkImage(db: Database | Trx, sha256: string) {
  return db
    .selectFrom('mark_images')
    .innerJoin('masters', 'masters.sha256', 'mark_images.sha256')
    .where('mark_images.sha256', '=', sha256)
    .select(['mark_images.sha256', 'mark_images.name', 'mark_images.retired_at'])
    .select(['masters.width', 'masters.height', 'masters.has_alpha'])
    .executeTakeFirst();
}

/** Which of these hashes are images of marks whose masters are there. A retired one still is. */
export async function listPresentMarkImages(
  db: Database | Trx,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('mark_images')
    .innerJoin('masters', 'masters.sha256', 'mark_images.sha256')
    .where('mark_images.sha256', 'in', hashes)
    .where('masters.state', '=', 'present')
    .select('mark_images.sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** The same bytes once more get the newer name, and are offered again. */
export async function keepMarkImage(
  trx: Trx,
  image: { sha256: string; name: string; uploadedBy: string },
): Promise<void> {
  await trx
    .insertInto('mark_images')
    .values({ sha256: image.sha256, name: image.name, uploaded_by: image.uploadedBy })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ name: image.name, retired_at: null, retired_by: null }),
    )
    .execute();
}

/** False where it is none, or was retired before. */
export async function markImageRetired(trx: Trx, sha256: string, by: string): Promise<boolean> {
  const retired = await trx
    .updateTable('mark_images')
    .set({ retired_at: sql`clock_timestamp()`, retired_by: by })
    .where('sha256', '=', sha256)
    .where('retired_at', 'is', null)
    .returning('sha256')
    .executeTakeFirst();
  return retired !== undefined;
}
