import { validate as isUuid } from 'uuid';
import { unsafeFindAssetRow, unsafeListVersionRows } from '#db/queries/asset-views.ts';
import { unsafeListAuditRows } from '#db/queries/audit-log.ts';
import type { Caller, PersonName } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { type MadeHow, madeHow } from '#lib/cutout/made-how.ts';
import { notFound } from '#lib/errors.ts';
import type { AuditResult, VersionKind } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { type AssetSummary, assetSummary } from './asset-summary.ts';

export interface AssetVersionView {
  number: number;
  kind: VersionKind;
  source_hash: string;
  master_sha256: string;
  width: number;
  height: number;
  media_type: string;
  bytes: number;
  has_alpha: boolean;
  /** Frames or pages of the master, of which the first is used. */
  pages: number;
  thumb_hash: string;
  /** Remover, licence and parameters of a cut-out. */
  made_how: MadeHow | null;
  created_at: string;
}

export interface TimelineEntry {
  id: number;
  at: string;
  /** Such as `asset.approved`. */
  action: string;
  actor: PersonName | null;
  actor_kind: string;
  result: AuditResult;
  /** Such as a failure's code. */
  code: string | null;
  detail: Record<string, unknown>;
}

export interface AssetDetail extends AssetSummary {
  versions: AssetVersionView[];
  /** `MasterFacts` of the newest version's master. */
  facts: object | null;
  /** What the newest version's master says of place, device and persons; null for those who may not see it. */
  exif: object | null;
  timeline: TimelineEntry[];
}

/** Everything staff know of one asset, the bin included. Persons are in it, and for editors EXIF: never for audiences. */
export async function getAssetDetail(
  { db }: Services,
  caller: Caller,
  { assetId }: { assetId: string },
): Promise<AssetDetail> {
  requirePermission(caller.actor, 'library.read');
  const row = isUuid(assetId) ? await unsafeFindAssetRow(db, assetId) : undefined;
  if (!row) throw notFound('asset');
  const [versions, timeline] = await Promise.all([
    unsafeListVersionRows(db, assetId),
    unsafeListAuditRows(db, { kind: 'asset', id: assetId }, 200),
  ]);
  const newest = versions.at(-1);
  return {
    ...assetSummary(row),
    versions: versions.map(({ facts, exif, edits, byte_size, created_at, made_how, ...version }) => ({
      ...version,
      made_how: madeHow.nullable().parse(made_how),
      bytes: byte_size,
      created_at: created_at.toISOString(),
    })),
    facts: newest?.facts ?? null,
    exif: may(caller.actor, 'asset.exif') ? (newest?.exif ?? null) : null,
    timeline: timeline.map(({ at, detail, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      detail: detail as Record<string, unknown>,
    })),
  };
}
