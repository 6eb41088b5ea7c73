import { randomUUID } from 'node:crypto';
import type { Trx } from '#db/client.ts';
import {
  type IngestedAsset,
  lockIngestedAsset,
  markRetried,
  unsafeFindIngestedAsset,
} from '#db/queries/ingested-assets.ts';
import { countPhotos, lockProduct } from '#db/queries/products.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { mayRetry } from './failure-sentences.ts';

/**
 * FAILED → PROCESSING: the same bytes once more, under an event of its own, since the first one is COMPLETED for
 * good. The product's row is locked first and its photos are counted, as at registration.
 */
export async function retryIngest(
  services: Services,
  caller: Caller,
  input: { assetId: string },
): Promise<{ eventId: string }> {
  requirePermission(caller.actor, 'asset.upload');
  const seen = await unsafeFindIngestedAsset(services.db, input.assetId);
  if (!seen || seen.binned_at !== null) throw notFound('asset');
  await requireLandingObject(services, seen);
  return services.db.transaction().execute(async (trx) => {
    await lockProduct(trx, seen.product_id);
    const asset = await lockIngestedAsset(trx, seen.id);
    if (!asset || asset.binned_at !== null) throw notFound('asset');
    requireRetryable(asset);
    // Cleared since the look: whoever clears holds this lock from the deletion to its record.
    if (asset.landing_deleted_at !== null) throw landingGone();
    await requireRoom(services, trx, asset);
    await markRetried(trx, asset.id);
    const eventId = randomUUID();
    await publishEvent(services, trx, {
      eventId,
      type: 'AssetUploaded',
      key: asset.id,
      payload: {
        asset_id: asset.id,
        bucket: services.store.bucket,
        object_key: asset.object_key,
        etag: asset.landed_etag ?? '',
        version_id: asset.landed_version_id,
        bytes: asset.landed_bytes ?? 0,
      },
      caller,
    });
    await recordAudit(trx, caller, {
      action: 'asset.ingest_retried',
      subjectKind: 'asset',
      subjectId: asset.id,
      detail: { failure: asset.failure, event_id: eventId },
    });
    return { eventId };
  });
}

function requireRetryable(asset: IngestedAsset): void {
  if (asset.status === 'FAILED' && asset.failure && mayRetry(asset.failure)) return;
  const why =
    asset.status === 'FAILED'
      ? 'Trying again would end the same: upload another file instead.'
      : 'This photo has not failed, so there is nothing to try again.';
  throw new Problem('conflict', why);
}

async function requireLandingObject(services: Services, asset: IngestedAsset): Promise<void> {
  const there = asset.landed_etag === null ? undefined : await services.store.head(asset.object_key);
  if (!there || there.etag !== asset.landed_etag) throw landingGone();
}

function landingGone(): Problem {
  return new Problem('conflict', 'The uploaded file is no longer there: upload it again.');
}

async function requireRoom(services: Services, trx: Trx, asset: IngestedAsset): Promise<void> {
  const limit = services.env.MAX_PHOTOS_PER_PRODUCT;
  if ((await countPhotos(trx, asset.product_id)) < limit) return;
  throw new Problem(
    'product_full',
    'The product has all the photos it may have. Remove one, then try again.',
    {
      details: { limit },
    },
  );
}
