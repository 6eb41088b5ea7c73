import type { Tone } from '#components/ui/status-dot.tsx';
import { failureSentences } from '#lib/ingest/failure-sentences.ts';
import type { ApprovalState, AssetStatus } from '#lib/lifecycle.ts';
import type { AssetSummary } from '#lib/review/asset-summary.ts';

type Stated = Pick<AssetSummary, 'status' | 'failure' | 'approval'>;

export const approvalWords: Readonly<Record<ApprovalState, readonly [tone: Tone, word: string]>> = {
  none: ['warn', 'Waits for review'],
  live: ['ok', 'Approved'],
  scheduled: ['idle', 'Scheduled'],
  ended: ['warn', 'Window ended'],
};

export const statusWords: Readonly<Record<AssetStatus, readonly [tone: Tone, word: string]>> = {
  UPLOADING: ['busy', 'Uploading'],
  PROCESSING: ['busy', 'Processing'],
  READY: ['ok', 'Ready'],
  FAILED: ['fail', 'Failed'],
};

/** Where a photo is on its way, as one dot and one word; once it is READY, its approval is what matters. */
export function standing(asset: Stated): readonly [tone: Tone, word: string] {
  if (asset.status === 'FAILED') return ['fail', failureSentences[asset.failure ?? 'internal'].title];
  if (asset.status === 'READY') return approvalWords[asset.approval?.state ?? 'none'];
  return statusWords[asset.status];
}

/** What a photo is called: its title, else the name of the file that it came as. */
export function assetName({ title, filename }: Pick<AssetSummary, 'title' | 'filename'>): string {
  return title || filename;
}

/** Uploads that were left lying are not watched: they end by themselves within a day. */
const watchedMs = 10 * 60_000;

/** Whether what the page shows of it will change by itself soon. */
export function isInFlight(asset: Pick<AssetSummary, 'status' | 'created_at'>, now: Date): boolean {
  if (asset.status === 'PROCESSING') return true;
  return asset.status === 'UPLOADING' && now.getTime() - new Date(asset.created_at).getTime() < watchedMs;
}
