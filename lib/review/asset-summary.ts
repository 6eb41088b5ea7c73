import type { AssetRow } from '#db/queries/asset-views.ts';
import type { PersonName } from '#lib/auth/actor.ts';
import type { ApprovalState, AssetFailure, AssetStatus } from '#lib/lifecycle.ts';

export interface StandingApproval {
  approval_id: string;
  version: number;
  audiences: string[];
  note: string;
  approved_at: string;
  approved_by: PersonName | null;
  publish_from: string | null;
  /** The first moment at which it is over. */
  publish_until: string | null;
  state: Exclude<ApprovalState, 'none'>;
}

export interface AssetSummary {
  asset_id: string;
  status: AssetStatus;
  failure: AssetFailure | null;
  failure_detail: string | null;
  failure_dismissed: boolean;
  filename: string;
  title: string;
  alt_text: string;
  /** Sentences for the editor. */
  notes: string[];
  product: { id: string; name: string; sku: string | null };
  is_hero: boolean;
  position: number;
  owner: PersonName | null;
  created_at: string;
  updated_at: string;
  binned_at: string | null;
  /** Of the newest version; null until the photo is READY. */
  version: number | null;
  source_hash: string | null;
  width: number | null;
  height: number | null;
  media_type: string | null;
  bytes: number | null;
  has_alpha: boolean | null;
  thumb_hash: string | null;
  /** The staff thumbnail; null until there is one. */
  thumbnail_url: string | null;
  approval: StandingApproval | null;
}

export function assetSummary(row: AssetRow): AssetSummary {
  return {
    asset_id: row.id,
    status: row.status,
    failure: row.failure,
    failure_detail: row.failure_detail,
    failure_dismissed: row.failure_dismissed_at !== null,
    filename: row.filename,
    title: row.title,
    alt_text: row.alt_text,
    notes: row.notes,
    product: { id: row.product_id, name: row.product_name, sku: row.product_sku },
    is_hero: row.hero_asset_id === row.id,
    position: row.position,
    owner: row.owner,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    binned_at: row.binned_at?.toISOString() ?? null,
    version: row.newest_version,
    source_hash: row.source_hash,
    width: row.width,
    height: row.height,
    media_type: row.media_type,
    bytes: row.byte_size ?? row.landed_bytes,
    has_alpha: row.has_alpha,
    thumb_hash: row.thumb_hash,
    thumbnail_url: row.newest_version === null ? null : `/api/assets/${row.id}/thumbnail`,
    approval: standingApproval(row),
  };
}

function standingApproval(row: AssetRow): StandingApproval | null {
  if (row.approval_id === null || row.approved_version === null || row.approval_state === 'none') return null;
  return {
    approval_id: row.approval_id,
    version: row.approved_version,
    audiences: row.audiences ?? [],
    note: row.approval_note ?? '',
    approved_at: (row.approved_at ?? row.created_at).toISOString(),
    approved_by: row.approved_by,
    publish_from: row.publish_from?.toISOString() ?? null,
    publish_until: row.publish_until?.toISOString() ?? null,
    state: row.approval_state,
  };
}
