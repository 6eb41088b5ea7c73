import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';
import type { ApprovalState } from '#lib/lifecycle.ts';
import { notWithdrawn } from './not-withdrawn.ts';

const approvalState = sql<ApprovalState>`case
  when approval.id is null then 'none'
  when approval.publish_until <= clock_timestamp() then 'ended'
  when approval.publish_from > clock_timestamp() then 'scheduled'
  else 'live' end`;

/** Assets with their product, their newest version's master and their standing approval. Staff's eyes only. */
export function unsafeSelectAssets(db: Database | Trx) {
  return db
    .selectFrom('assets')
    .innerJoin('products', 'products.id', 'assets.product_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('asset_versions')
          .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
          .whereRef('asset_versions.asset_id', '=', 'assets.id')
          .select([
            'asset_versions.number',
            'asset_versions.source_hash',
            'masters.width',
            'masters.height',
            'masters.media_type',
            'masters.byte_size',
            'masters.has_alpha',
            'masters.thumb_hash',
          ])
          .orderBy('asset_versions.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approvals')
          .whereRef('approvals.asset_id', '=', 'assets.id')
          .where(notWithdrawn)
          .selectAll()
          .select(
            sql<
              string[]
            >`array(select aa.audience from approval_audiences aa join audiences au on au.slug = aa.audience
              where aa.approval_id = approvals.id order by au.position, au.slug)`.as('audiences'),
          )
          .orderBy('approvals.created_at', 'desc')
          .limit(1)
          .as('approval'),
      (join) => join.onTrue(),
    )
    .where('assets.purged_at', 'is', null)
    .select([
      'assets.id',
      'assets.status',
      'assets.failure',
      'assets.failure_detail',
      'assets.failure_dismissed_at',
      'assets.filename',
      'assets.title',
      'assets.alt_text',
      'assets.notes',
      'assets.position',
      'assets.declared_type',
      'assets.declared_bytes',
      'assets.landed_bytes',
      'assets.created_at',
      'assets.updated_at',
      'assets.binned_at',
      'products.id as product_id',
      'products.name as product_name',
      'products.sku as product_sku',
      'products.hero_asset_id',
      'newest.number as newest_version',
      'newest.source_hash',
      'newest.width',
      'newest.height',
      'newest.media_type',
      'newest.byte_size',
      'newest.has_alpha',
      'newest.thumb_hash',
      'approval.id as approval_id',
      'approval.version as approved_version',
      'approval.note as approval_note',
      'approval.publish_from',
      'approval.publish_until',
      'approval.created_at as approved_at',
      'approval.audiences',
    ])
    .select((eb) => [
      approvalState.as('approval_state'),
      sql<string>`assets.created_at::text`.as('created_text'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'assets.owner_id')
          .select(['users.id', 'users.name']),
      ).as('owner'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'approval.approved_by')
          .select(['users.id', 'users.name']),
      ).as('approved_by'),
    ]);
}

export type AssetRow = Awaited<ReturnType<ReturnType<typeof unsafeSelectAssets>['executeTakeFirstOrThrow']>>;

export async function unsafeFindAssetRow(db: Database | Trx, id: string): Promise<AssetRow | undefined> {
  return unsafeSelectAssets(db).where('assets.id', '=', id).executeTakeFirst();
}

/** Every version of an asset with its master's facts, oldest first. EXIF is among them: staff's eyes only. */
export async function unsafeListVersionRows(db: Database | Trx, assetId: string) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
    .where('asset_versions.asset_id', '=', assetId)
    .select([
      'asset_versions.number',
      'asset_versions.kind',
      'asset_versions.source_hash',
      'asset_versions.master_sha256',
      'asset_versions.edits',
      'asset_versions.made_how',
      'asset_versions.created_at',
      'masters.width',
      'masters.height',
      'masters.media_type',
      'masters.byte_size',
      'masters.has_alpha',
      'masters.pages',
      'masters.thumb_hash',
      'masters.facts',
      'masters.exif',
    ])
    .orderBy('asset_versions.number')
    .execute();
}

/** The master of one version, and the name under which its asset came. Staff's eyes only. */
export async function unsafeFindMasterOf(db: Database | Trx, assetId: string, version: number) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('assets', 'assets.id', 'asset_versions.asset_id')
    .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
    .where('asset_versions.asset_id', '=', assetId)
    .where('asset_versions.number', '=', version)
    .where('masters.state', '=', 'present')
    .select([
      'assets.filename',
      'asset_versions.kind',
      'masters.sha256',
      'masters.media_type',
      'masters.extension',
    ])
    .executeTakeFirst();
}
