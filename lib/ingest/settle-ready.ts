import { createReadStream } from 'node:fs';
import { v5 as uuidv5 } from 'uuid';
import type { Trx } from '#db/client.ts';
import { insertAssetVersion } from '#db/queries/asset-versions.ts';
import { type IngestedAsset, markReady } from '#db/queries/ingested-assets.ts';
import { findMasterState, insertOrLockMaster } from '#db/queries/masters.ts';
import { insertPrint } from '#db/queries/picture-prints.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { pictureFormats } from '#lib/picture/picture-formats.ts';
import { sourceHash } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { UploadDelivery } from './delivery.ts';
import type { DecodedPicture } from './facts.ts';
import { masterRow, wholePrint } from './master-row.ts';
import { pageNote } from './page-note.ts';

export interface ReadyWork {
  delivery: UploadDelivery;
  lease: InboxLease;
  job: ClaimedJob;
  asset: IngestedAsset;
  spooled: Spooled;
  picture: DecodedPicture;
}

/** How often a master that vanished under the transaction is written anew before the job goes back. */
const maxRounds = 3;

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
  for (let round = 0; round < maxRounds; round += 1) {
    await putMaster(services, work);
    try {
      return await services.db.transaction().execute((trx) => publish(services, trx, work));
    } catch (error) {
      if (!(error instanceof MasterVanished)) throw error;
    }
  }
  throw new JobError('store_unavailable', `master ${spooled.sha256} does not stay in the store`);
}

/** Rolls the transaction back: a row must not name an object that is not there. */
class MasterVanished extends Error {}

/** Bytes that are there already need not travel again; of two writers at once the store keeps the first. */
async function putMaster(services: Services, { spooled, picture }: ReadyWork): Promise<void> {
  const key = objectKeys.master(spooled.sha256);
  if ((await services.store.head(key))?.bytes === spooled.bytes) return;
  await services.store.put(key, createReadStream(spooled.path), spooled.bytes, {
    contentType: pictureFormats[picture.format].mediaType,
    sha256: spooled.sha256,
    ifAbsent: true,
  });
}

/**
 * The object is looked for under the row's share lock. Before the lock a removal may have been under way: one
 * that came to its end between our PUT and this transaction took the object along.
 */
async function publish(services: Services, trx: Trx, work: ReadyWork): Promise<'settled' | 'busy'> {
  const { asset, delivery, spooled, picture } = work;
  if ((await insertOrLockMaster(trx, masterRow(spooled, picture))) === 'deleting') return 'busy';
  const stored = await services.store.head(objectKeys.master(spooled.sha256));
  if (stored?.bytes !== spooled.bytes) throw new MasterVanished();
  await insertPrint(trx, wholePrint(spooled.sha256, picture.print));
  const note = pageNote(picture.format, picture.pages);
  if (!(await markReady(trx, asset, note ? [note] : []))) {
    await completeInbox(trx, { ...work.lease, outcome: 'ignored' });
    await finishJob(trx, work.job);
    return 'settled';
  }
  const version = { number: 1, source_hash: sourceHash(spooled.sha256, null) };
  await insertAssetVersion(trx, {
    ...version,
    asset_id: asset.id,
    kind: 'original',
    master_sha256: spooled.sha256,
  });
  await completeInbox(trx, { ...work.lease, outcome: 'ready' });
  await publishEvent(trx, {
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
  return 'settled';
}
