import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { notWithdrawn } from './not-withdrawn.ts';

export interface ApprovedSource {
  audience: string;
  source_hash: string;
  master_sha256: string;
  edits: object | null;
}

/**
 * What has been approved and not withdrawn, binned or past its window. A window that has yet to open counts: its
 * files are to be there when it does.
 */
export function approvedSources(db: Database | Trx) {
  return db
    .selectFrom('approvals')
    .innerJoin('approval_audiences', 'approval_audiences.approval_id', 'approvals.id')
    .innerJoin('assets', 'assets.id', 'approvals.asset_id')
    .innerJoin('asset_versions', (join) =>
      join
        .onRef('asset_versions.asset_id', '=', 'approvals.asset_id')
        .onRef('asset_versions.number', '=', 'approvals.version'),
    )
    .where('assets.status', '=', 'READY')
    .where('assets.binned_at', 'is', null)
    .where(sql<boolean>`clock_timestamp() < coalesce(approvals.publish_until, 'infinity')`)
    .where(notWithdrawn)
    .select([
      'approval_audiences.audience',
      'asset_versions.source_hash',
      'asset_versions.master_sha256',
      'asset_versions.edits',
    ]);
}

/** One a row for each audience of the approval; none where it does not stand any more. */
export async function listSourcesOfApproval(
  db: Database | Trx,
  approvalId: string,
): Promise<ApprovedSource[]> {
  return approvedSources(db).where('approvals.id', '=', approvalId).execute();
}

/** Every source that the audience may be given, the newest approval first. */
export async function listSourcesOfAudience(db: Database | Trx, audience: string): Promise<ApprovedSource[]> {
  return approvedSources(db)
    .where('approval_audiences.audience', '=', audience)
    .orderBy('approvals.created_at', 'desc')
    .execute();
}
