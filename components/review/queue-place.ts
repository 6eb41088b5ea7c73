import type { ReviewItem } from '#lib/review/list-review-queue.ts';

export interface QueuePlace {
  /** From 1. */
  number: number;
  count: number;
  isSentBack: boolean;
  previous: string | null;
  next: string | null;
}

/** Where a photo stands among those that wait, or among those that were sent back: each is gone through by itself. */
export function placeInQueue(queue: readonly ReviewItem[], assetId: string): QueuePlace | undefined {
  const item = queue.find(({ asset_id }) => asset_id === assetId);
  if (!item) return undefined;
  const isSentBack = item.change_request !== null;
  const row = queue.filter(({ change_request }) => (change_request !== null) === isSentBack);
  const index = row.indexOf(item);
  return {
    number: index + 1,
    count: row.length,
    isSentBack,
    previous: row[index - 1]?.asset_id ?? null,
    next: row[index + 1]?.asset_id ?? null,
  };
}

const endOfQueue = '/review?end=1';

export function reviewAddress(assetId: string): string {
  return `/review?photo=${assetId}`;
}

/** Where the way goes on after a photo, decided or skipped. */
export function addressAfter(place: QueuePlace | undefined): string {
  if (!place) return '/review';
  return place.next ? reviewAddress(place.next) : endOfQueue;
}
