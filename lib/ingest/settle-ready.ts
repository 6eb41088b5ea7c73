import { v5 as uuidv5 } from 'uuid';
import type { Trx } from '#db/client.ts';
import { insertAssetVersion } from '#db/queries/asset-versions.ts';
import { type IngestedAsset, markReady } from '#db/queries/ingested-assets.ts';
import { findMasterState } from '#db/queries/masters.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { meterOf } from '#lib/observe/meter.ts';
import { sourceHash } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { UploadDelivery } from './delivery.ts';
import type { DecodedPicture } from './facts.ts';
import { pageNote } from './page-note.ts';
import { storeMaster } from './store-master.ts';

export interface ReadyWork {
  delivery: UploadDelivery;
  lease: InboxLease;
  job: ClaimedJob;
  asset: IngestedAsset;
  spooled: Spooled;
  picture: DecodedPicture;
}

/**
 * Writes the master and the staff thumbnail, then publishes both: one fenced transaction makes the rows, the
 * event and the end of the job. `busy` where the same bytes are just being removed as somebody's last master.
 */
export async function settleReady(services: Services, work: ReadyWork): Promise<'settled' | 'busy'> {
  const { asset, picture, spooled } = work;
  if ((await findMasterState(services.db, spooled.sha256)) === 'deleting') return 'busy';
  const thumbnail = Buffer.from(picture.thumbnail);
  await services.store.put(objectKeys.staffThumbnail(asset.id), thumbnail, thumbnail.length, {
    contentType: 'image/jpeg',
  });
  let seconds: number | undefined;
  const outcome = await storeMaster(services, work, async (trx) => {
    seconds = await publish(services, trx, work);
    return 'settled' as const;
  });
  if (seconds !== undefined) meterOf(services.db).observe('blazon_upload_to_master_seconds', {}, seconds);
  return outcome;
}

/** Answers the seconds since the registration, where it was this that made the photo READY. */
async function publish(services: Services, trx: Trx, work: ReadyWork): Promise<number | undefined> {
  const { asset, delivery, spooled, picture } = work;
  const note = pageNote(picture.format, picture.pages);
  const ready = await markReady(trx, asset, note ? [note] : []);
  if (!ready) {
    await completeInbox(trx, { ...work.lease, outcome: 'ignored' });
    await finishJob(trx, work.job);
    return undefined;
  }
  const version = { number: 1, source_hash: sourceHash(spooled.sha256, null) };
  await insertAssetVersion(trx, {
    ...version,
    asset_id: asset.id,
    kind: 'original',
    master_sha256: spooled.sha256,
  });
  await completeInbox(trx, { ...work.lease, outcome: 'ready' });
  await publishEvent(services, trx, {
    eventId: uuidv5('AssetReady', delivery.eventId),
    type: 'AssetReady',
    key: asset.id,
    payload: { asset_id: asset.id, version: version.number, source_hash: version.source_hash },
    causationId: delivery.eventId,
    caller: delivery.caller,
  });
  await recordAudit(trx, delivery.caller, {
    action: 'asset.ready',
    subjectKind: 'asset',
    subjectId: asset.id,
    detail: { master_sha256: spooled.sha256, version: version.number },
  });
  await finishJob(trx, work.job);
  return ready.seconds;
}
