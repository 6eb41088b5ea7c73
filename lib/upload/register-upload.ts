import type { Trx } from '#db/client.ts';
import { lockProduct } from '#db/queries/products.ts';
import { claimCompletionAnswer, markRegistered } from '#db/queries/upload-states.ts';
import { lockUpload, type Upload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { uploadedEventId } from '#lib/events/uploaded-event-id.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Landed } from './verify-landing.ts';

export type UploadRoute = 'completion' | 'event' | 'sweep' | 'retry';

export type Registration =
  /** `firstAnswer`: this completion call is the first one that is told so. */
  | { state: 'registered'; firstAnswer: boolean }
  | { state: 'full' }
  /** The asset is FAILED for another reason: nothing that lands any more changes that. */
  | { state: 'closed' };

/**
 * The one way from UPLOADING to PROCESSING, for the browser's completion call, the store's notification and the
 * sweep. The product's row is locked before its photos are counted and before the asset's row, so that any number
 * of calls at once register one asset once and never one photo too many.
 */
export async function registerUpload(
  services: Services,
  caller: Caller,
  arrival: { assetId: string; productId: string; landed: Landed; via: UploadRoute },
): Promise<Registration> {
  return services.db.transaction().execute(async (trx) => {
    await lockProduct(trx, arrival.productId);
    const upload = await lockUpload(trx, arrival.assetId);
    if (!upload) throw new Error(`asset ${arrival.assetId} is gone`);
    const answers = arrival.via === 'completion';
    if (upload.registered_at !== null) {
      const firstAnswer = answers && (await claimCompletionAnswer(trx, upload.id));
      return { state: 'registered', firstAnswer };
    }
    if (!mayRegister(upload)) return { state: 'closed' };
    if (upload.photos >= services.env.MAX_PHOTOS_PER_PRODUCT) return { state: 'full' };
    await register(services, trx, caller, upload, arrival);
    return { state: 'registered', firstAnswer: answers };
  });
}

/** A photo that found its product full is let in once there is room: its bytes are kept for a while. */
export function mayRegister(upload: Pick<Upload, 'status' | 'failure' | 'landing_deleted_at'>): boolean {
  if (upload.landing_deleted_at !== null) return false;
  return upload.status === 'UPLOADING' || upload.failure === 'product_full';
}

async function register(
  services: Services,
  trx: Trx,
  caller: Caller,
  upload: Upload,
  { landed, via }: { landed: Landed; via: UploadRoute },
): Promise<void> {
  const object = { bucket: services.store.bucket, key: upload.object_key };
  const { etag, versionId, bytes, type } = landed;
  await markRegistered(trx, upload.id, landed, { answered: via === 'completion' });
  await publishEvent(services, trx, {
    eventId: uploadedEventId({ ...object, versionId, etag }),
    type: 'AssetUploaded',
    key: upload.id,
    payload: {
      asset_id: upload.id,
      bucket: object.bucket,
      object_key: object.key,
      etag,
      version_id: versionId ?? null,
      bytes,
    },
    caller,
  });
  await recordAudit(trx, caller, {
    action: 'asset.uploaded',
    subjectKind: 'asset',
    subjectId: upload.id,
    detail: { via, bytes, type, etag },
  });
}
