import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { hasApproval } from './asset-lists.ts';
import { unsafeSelectAssets } from './asset-views.ts';

/**
 * READY assets outside the bin that nobody has approved, oldest first; those that wait for changes come last. A
 * request for changes is answered by a new version, by new texts or by an approval. Staff's eyes only.
 */
export async function unsafeListReviewRows(db: Database, limit: number) {
  return unsafeSelectAssets(db)
    .innerJoin(waitingAssets(db).limit(limit).as('waiting'), 'waiting.id', 'assets.id')
    .select(['waiting.request_at', 'waiting.request_by', 'waiting.request_note'])
    .orderBy(sql`waiting.request_at is not null`)
    .orderBy('assets.created_at')
    .orderBy('assets.id')
    .execute();
}

/** Chosen and put in order before their details are read: there may be thousands, and few are shown. */
function waitingAssets(db: Database) {
  return db
    .selectFrom('assets')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_log')
          .leftJoin('users', 'users.id', 'audit_log.actor_id')
          .where('audit_log.subject_kind', '=', 'asset')
          .where('audit_log.subject_id', '=', sql<string>`assets.id::text`)
          .where('audit_log.action', 'in', ['asset.changes_requested', 'asset.edited', 'asset.approved'])
          .select([
            'audit_log.action',
            'audit_log.at',
            'users.name as by_name',
            sql<string>`audit_log.detail ->> 'note'`.as('note'),
          ])
          .orderBy('audit_log.at', 'desc')
          .orderBy('audit_log.id', 'desc')
          .limit(1)
          .as('request'),
      (join) =>
        join
          .on('request.action', '=', 'asset.changes_requested')
          .on(
            sql<boolean>`request.at > (select max(v.created_at) from asset_versions v where v.asset_id = assets.id)`,
          ),
    )
    .where('assets.status', '=', 'READY')
    .where('assets.binned_at', 'is', null)
    .where(hasApproval('none'))
    .select([
      'assets.id',
      'request.at as request_at',
      'request.by_name as request_by',
      'request.note as request_note',
    ])
    .orderBy(sql`request.at is not null`)
    .orderBy('assets.created_at')
    .orderBy('assets.id');
}

/** What one person, not a program with their token, decided on photos in the last hours, newest first. */
export async function listDecisionsOf(db: Database, actorId: string, hours: number) {
  return (
    db
      .selectFrom('audit_log')
      // This way round, so that assets are found by their key; other subjects' ids need not be UUIDs.
      .innerJoin('assets', (join) =>
        join.on(
          sql<boolean>`assets.id = case audit_log.subject_kind when 'asset' then audit_log.subject_id::uuid end`,
        ),
      )
      .where('audit_log.actor_id', '=', actorId)
      .where('audit_log.actor_kind', '=', 'person')
      .where('audit_log.subject_kind', '=', 'asset')
      .where('audit_log.action', 'in', [
        'asset.approved',
        'asset.approval_withdrawn',
        'asset.changes_requested',
      ])
      .where('audit_log.at', '>', sql<Date>`clock_timestamp() - make_interval(hours => ${hours})`)
      .select(['audit_log.id', 'audit_log.at', 'audit_log.action', 'audit_log.detail'])
      .select(['assets.id as asset_id', 'assets.title', 'assets.filename'])
      .orderBy('audit_log.at', 'desc')
      .orderBy('audit_log.id', 'desc')
      .limit(100)
      .execute()
  );
}
