import { cache } from 'react';
import { pageData } from '#app/page-data.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { listReviewQueue } from '#lib/review/list-review-queue.ts';

/** The queue, and the photo that the address means: the oldest that waits where it names none. */
export const readReview = cache(async (photo: string | undefined, isEnd: boolean) => {
  const { services, caller } = await pageCaller('asset.approve');
  const queue = await listReviewQueue(services, caller);
  const waiting = queue.filter(({ change_request }) => change_request === null);
  const assetId = photo ?? (isEnd ? undefined : waiting[0]?.asset_id);
  const asset = assetId && (await pageData(getAssetDetail(services, caller, { assetId })));
  return { services, caller, queue, waiting, asset: asset || undefined };
});
