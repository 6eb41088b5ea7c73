import { unsafeListReviewRows } from '#db/queries/review-queue.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { type AssetSummary, assetSummary } from './asset-summary.ts';

export interface ChangeRequest {
  at: string;
  by: string | null;
  note: string;
}

export type ReviewItem = AssetSummary & {
  /** What was asked for and not yet answered by a new version or new texts. */
  change_request: ChangeRequest | null;
};

/** More than anyone looks at in one sitting; the rest moves up as these are decided. */
export const longestQueue = 200;

/** What waits for a decision, oldest first; what waits for changes comes last. */
export async function listReviewQueue({ db }: Services, caller: Caller): Promise<ReviewItem[]> {
  requirePermission(caller.actor, 'asset.approve');
  const rows = await unsafeListReviewRows(db, longestQueue);
  return rows.map(({ request_at, request_by, request_note, ...row }) => ({
    ...assetSummary(row),
    change_request:
      request_at === null ? null : { at: request_at.toISOString(), by: request_by, note: request_note ?? '' },
  }));
}
