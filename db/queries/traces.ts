import { type SqlBool, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { DerivativeNameRow } from './derivatives.ts';

export type DerivativeClue =
  | { sha256: string }
  | { object_key: string }
  | { name: DerivativeNameRow }
  /** Those that are not retired. */
  | { master_sha256: string };

/** Published files, and retired ones, by what is known of them: those that still serve first. Staff's eyes only. */
export async function unsafeListTracedFiles(db: Database | Trx, clue: DerivativeClue, limit = 20) {
  return db
    .selectFrom('derivatives')
    .innerJoin('policy_version_states as states', (join) =>
      join
        .onRef('states.audience', '=', 'derivatives.audience')
        .onRef('states.version', '=', 'derivatives.policy_version'),
    )
    .innerJoin('audiences', 'audiences.slug', 'derivatives.audience')
    .selectAll('derivatives')
    .select([
      'states.state as version_state',
      'audiences.name as audience_name',
      'audiences.icon as audience_icon',
      'audiences.hue as audience_hue',
    ])
    .where((eb) => {
      if ('sha256' in clue) return eb('derivatives.sha256', '=', clue.sha256);
      if ('object_key' in clue)
        return eb.or([
          eb('derivatives.object_key', '=', clue.object_key),
          eb('derivatives.manifest_key', '=', clue.object_key),
        ]);
      if ('master_sha256' in clue)
        return eb.and([
          eb('derivatives.master_sha256', '=', clue.master_sha256),
          eb('derivatives.retired_at', 'is', null),
        ]);
      const { source_hash, audience, policy_version, format } = clue.name;
      return eb.and([
        eb('derivatives.source_hash', '=', source_hash),
        eb('derivatives.audience', '=', audience),
        eb('derivatives.policy_version', '=', policy_version),
        eb('derivatives.format', '=', format),
      ]);
    })
    .orderBy('derivatives.retired_at', (order) => order.desc().nullsFirst())
    .orderBy(sql`array_position(array['active', 'superseded', 'suspended', 'draft'], states.state)`)
    .orderBy('derivatives.policy_version', 'desc')
    .orderBy('derivatives.format')
    .limit(limit)
    .execute();
}

export type TracedFileRow = Awaited<ReturnType<typeof unsafeListTracedFiles>>[number];

export async function unsafeFindTracedMaster(db: Database | Trx, sha256: string) {
  return db
    .selectFrom('masters')
    .leftJoin('mark_images', 'mark_images.sha256', 'masters.sha256')
    .select([
      'masters.sha256',
      'masters.media_type',
      'masters.width',
      'masters.height',
      'masters.byte_size',
      'mark_images.name as mark_name',
    ])
    .where('masters.sha256', '=', sha256)
    .executeTakeFirst();
}

export type TracedMasterRow = NonNullable<Awaited<ReturnType<typeof unsafeFindTracedMaster>>>;

export type PhotoRights = 'live' | 'scheduled' | 'ended' | 'withdrawn' | 'none';

/**
 * The photos that have this source, or any version of this master, and what the last approval of that version says now,
 * by the database's clock. With an audience, of the approvals for it. Staff's eyes only.
 */
export async function unsafeListTracedPhotos(
  db: Database | Trx,
  of: { source_hash: string } | { master_sha256: string } | { asset_id: string },
  audience?: string,
) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('assets', 'assets.id', 'asset_versions.asset_id')
    .innerJoin('products', 'products.id', 'assets.product_id')
    .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approvals')
          .leftJoin('approval_withdrawals as taken', 'taken.approval_id', 'approvals.id')
          .whereRef('approvals.asset_id', '=', 'asset_versions.asset_id')
          .whereRef('approvals.version', '=', 'asset_versions.number')
          .$if(audience !== undefined, (query) => query.where(approvedFor(audience ?? '')))
          .select([
            'approvals.created_at as approved_at',
            'approvals.publish_from',
            'approvals.publish_until',
            'taken.created_at as withdrawn_at',
            'taken.reason as withdrawal_reason',
          ])
          .select(rightsNow.as('rights'))
          .orderBy(sql`(taken.approval_id is null)`, 'desc')
          .orderBy('approvals.created_at', 'desc')
          .limit(1)
          .as('approval'),
      (join) => join.onTrue(),
    )
    .select([
      'assets.id as asset_id',
      'assets.title',
      'assets.filename',
      'assets.alt_text',
      'assets.binned_at',
      'asset_versions.number as version',
      'asset_versions.kind',
      'asset_versions.source_hash',
      'asset_versions.master_sha256',
      'products.id as product_id',
      'products.name as product_name',
      'products.sku as product_sku',
      'masters.width',
      'masters.height',
      'masters.thumb_hash',
      'approval.approved_at',
      'approval.publish_from',
      'approval.publish_until',
      'approval.withdrawn_at',
      'approval.withdrawal_reason',
    ])
    .select(sql<PhotoRights>`coalesce(approval.rights, 'none')`.as('rights'))
    .where((eb) => {
      if ('source_hash' in of) return eb('asset_versions.source_hash', '=', of.source_hash);
      if ('asset_id' in of) return eb('asset_versions.asset_id', '=', of.asset_id);
      return eb('asset_versions.master_sha256', '=', of.master_sha256);
    })
    .orderBy(sql`(assets.binned_at is null)`, 'desc')
    .orderBy(sql`array_position(array['live', 'scheduled', 'ended', 'withdrawn'], approval.rights)`)
    .orderBy('asset_versions.number', 'desc')
    .orderBy('assets.created_at')
    .limit(20)
    .execute();
}

export type TracedPhotoRow = Awaited<ReturnType<typeof unsafeListTracedPhotos>>[number];

const rightsNow = sql<PhotoRights>`case
  when taken.approval_id is not null then 'withdrawn'
  when approvals.publish_until <= clock_timestamp() then 'ended'
  when approvals.publish_from > clock_timestamp() then 'scheduled'
  else 'live' end`;

function approvedFor(audience: string) {
  return sql<SqlBool>`exists (
    select from approval_audiences aa where aa.approval_id = approvals.id and aa.audience = ${audience})`;
}
