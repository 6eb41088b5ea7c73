import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

/** Photos to try a contract on, newest first, each with its newest version's master. Staff's eyes only. */
export async function unsafeListPreviewPhotos(db: Database, limit: number) {
  return db
    .selectFrom('assets')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('asset_versions')
          .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
          .whereRef('asset_versions.asset_id', '=', 'assets.id')
          .select(['asset_versions.number'])
          .select(['masters.width', 'masters.height', 'masters.has_alpha', 'masters.thumb_hash'])
          .select(
            sql<boolean>`coalesce(masters.facts ->> 'color_space' in ('b-w', 'grey16'), false)`.as('is_grey'),
          )
          .orderBy('asset_versions.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('assets.status', '=', 'READY')
    .where('assets.binned_at', 'is', null)
    .select(['assets.id as asset_id', 'assets.title', 'assets.filename'])
    .select(['newest.number as version', 'newest.thumb_hash'])
    .select(['newest.width', 'newest.height', 'newest.has_alpha', 'newest.is_grey'])
    .orderBy('assets.created_at', 'desc')
    .orderBy('assets.id', 'desc')
    .limit(limit)
    .execute();
}
