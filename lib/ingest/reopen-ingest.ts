import type { Trx } from '#db/client.ts';
import { lockIngestedAsset, markRetried, unsafeFindIngestedAsset } from '#db/queries/ingested-assets.ts';
import { countPhotos, lockProduct } from '#db/queries/products.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import { reopenInbox } from '#lib/events/reopen-inbox.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { UploadDelivery } from './delivery.ts';

/**
 * Takes back what the death of an ingest job wrote: the asset is PROCESSING again and its event open, as long as
 * nobody has settled the photo meanwhile and its product has room. Locks product, then asset, as registration does.
 */
export async function reopenIngest(
  trx: Trx,
  delivery: UploadDelivery,
  { limit, caller }: { limit: number; caller: Caller },
): Promise<void> {
  const seen = await unsafeFindIngestedAsset(trx, delivery.assetId);
  if (!seen) throw new Problem('conflict', 'The photo is gone: dismiss this one.');
  await lockProduct(trx, seen.product_id);
  const asset = await lockIngestedAsset(trx, delivery.assetId);
  // Not registered yet: nothing was written when the job died.
  if (asset?.status === 'UPLOADING') return;
  if (asset?.status !== 'FAILED' || asset.failure !== 'internal' || asset.binned_at !== null)
    throw new Problem('conflict', 'The photo was settled in another way since: dismiss this one.');
  if ((await countPhotos(trx, asset.product_id)) >= limit)
    throw new Problem('conflict', 'The product has all the photos it may have. Remove one, then try again.');
  await markRetried(trx, asset.id);
  await reopenInbox(trx, delivery, 'internal');
  await recordAudit(trx, caller, {
    action: 'asset.ingest_retried',
    subjectKind: 'asset',
    subjectId: asset.id,
    detail: { failure: asset.failure, event_id: delivery.eventId },
  });
}
