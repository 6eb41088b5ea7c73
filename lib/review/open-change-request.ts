import type { AssetDetail } from './get-asset-detail.ts';
import type { ChangeRequest } from './list-review-queue.ts';

const decisive = ['asset.changes_requested', 'asset.edited', 'asset.approved'];

/** What was asked for last, until new texts, a new version or an approval answer it. */
export function openChangeRequest({
  timeline,
  versions,
}: Pick<AssetDetail, 'timeline' | 'versions'>): ChangeRequest | null {
  const last = timeline.find(({ action }) => decisive.includes(action));
  if (last?.action !== 'asset.changes_requested') return null;
  const newest = versions.at(-1);
  if (newest && new Date(newest.created_at) >= new Date(last.at)) return null;
  const { note } = last.detail;
  return { at: last.at, by: last.actor?.name ?? null, note: typeof note === 'string' ? note : '' };
}
