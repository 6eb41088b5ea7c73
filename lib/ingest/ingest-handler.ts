import type { Trx } from '#db/client.ts';
import {
  type IngestedAsset,
  lockIngestedAsset,
  markIngestFailed,
  unsafeFindIngestedAsset,
} from '#db/queries/ingested-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { closeInbox } from '#lib/events/close-inbox.ts';
import { forgetInbox } from '#lib/events/forget-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { releaseInbox } from '#lib/events/release-inbox.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { findUploadDelivery, getUploadDelivery, type UploadDelivery } from './delivery.ts';
import { examineLanding } from './examine-landing.ts';
import { whileLeaseIsKept } from './keep-lease.ts';
import { reopenIngest } from './reopen-ingest.ts';
import { settleFailed, settleIgnored } from './settle-failed.ts';
import { settleReady } from './settle-ready.ts';

/** A removal of the same master is a matter of seconds. */
const busyMs = 2000;

/** Registers what lies at the landing key of an asset that is UPLOADING still: the upload stage's part. */
export type RegisterArrival = (services: Services, caller: Caller, assetId: string) => Promise<void>;

/**
 * AssetUploaded → READY or FAILED. The event is claimed in the inbox, so that of any number of deliveries one is
 * handled; the job's own lease only says which worker runs this delivery.
 */
export const ingestHandler = (registerArrival: RegisterArrival): JobHandler => ({
  async run(services, job, signal) {
    const delivery = getUploadDelivery(job.payload);
    const { consumer, eventId } = delivery;
    const claim = await claimInbox(services.db, {
      consumer,
      eventId,
      owner: `job ${job.id}`,
      leaseMs: services.env.JOB_LEASE_MS,
    });
    if (claim.state === 'completed') return { state: 'duplicate' };
    if (claim.state === 'leased') return { state: 'later', ms: claim.retryMs };
    const lease = { consumer, eventId, fence: claim.fence };
    try {
      return await whileLeaseIsKept(services, lease, signal, (kept) =>
        ingest(services, { delivery, lease, job }, registerArrival, kept),
      );
    } finally {
      // Does nothing to an event that was completed or taken over.
      await releaseInbox(services.db, lease);
    }
  },

  async onDead(trx, job, error) {
    const delivery = findUploadDelivery(job.payload);
    if (!delivery) return;
    const asset = await unsafeFindIngestedAsset(trx, delivery.assetId);
    // Its registration, whenever it comes, publishes this very event.
    if (asset && mayRegisterLater(asset)) return;
    await closeInbox(trx, delivery, 'internal');
    await failAsset(trx, delivery, `${error.category}: ${error.message}`);
  },

  async onRequeue({ env }, trx, job, caller) {
    const delivery = findUploadDelivery(job.payload);
    if (delivery) await reopenIngest(trx, delivery, { limit: env.MAX_PHOTOS_PER_PRODUCT, caller });
  },
});

async function ingest(
  services: Services,
  work: { delivery: UploadDelivery; lease: InboxLease; job: ClaimedJob },
  registerArrival: RegisterArrival,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { assetId, caller } = work.delivery;
  const before = await unsafeFindIngestedAsset(services.db, assetId);
  if (before?.status === 'UPLOADING') await registerArrival(services, caller, assetId);
  const asset = before?.status === 'UPLOADING' ? await unsafeFindIngestedAsset(services.db, assetId) : before;
  if (asset && mayRegisterLater(asset)) return leaveOpen(services, work);
  if (asset?.status !== 'PROCESSING' || !isAbout(work.delivery, asset)) {
    await settleIgnored(services, work);
    return { state: 'duplicate' };
  }
  return examineLanding(services, asset, { signal, attempt: work.job.attempts }, async (examination) => {
    if (examination.state === 'refused') {
      await settleFailed(services, work, examination);
      return { state: 'done' };
    }
    const outcome = await settleReady(services, { ...work, ...examination, asset });
    return outcome === 'settled' ? { state: 'done' } : { state: 'later', ms: busyMs };
  });
}

/** The registration that is still to come publishes the same event, which must then find the inbox empty. */
function mayRegisterLater(asset: IngestedAsset): boolean {
  return asset.status === 'UPLOADING' || (asset.status === 'FAILED' && asset.failure === 'product_full');
}

/** A late event about bytes that were replaced before they were registered is not about this asset's photo. */
function isAbout({ etag }: UploadDelivery, asset: IngestedAsset): boolean {
  const bare = (tag: string) => tag.replaceAll('"', '');
  return etag === undefined || asset.landed_etag === null || bare(etag) === bare(asset.landed_etag);
}

/**
 * Nothing lies there (any more), or the product is full. Under the asset's lock, which every registration takes
 * before it publishes: one that came first is seen here, and one that comes later finds neither inbox row nor job.
 */
async function leaveOpen(
  services: Services,
  { delivery, lease, job }: { delivery: UploadDelivery; lease: InboxLease; job: ClaimedJob },
): Promise<JobOutcome> {
  return services.db.transaction().execute(async (trx) => {
    const asset = await lockIngestedAsset(trx, delivery.assetId);
    // Registered since the look: the next attempt finds it so.
    if (asset && !mayRegisterLater(asset)) return { state: 'later', ms: 1 };
    await forgetInbox(trx, lease);
    await finishJob(trx, job);
    return { state: 'duplicate' };
  });
}

/** The detail stays in the audit row and with the dead job: it is for operators. */
async function failAsset(trx: Trx, delivery: UploadDelivery, detail: string): Promise<void> {
  const failed = await markIngestFailed(trx, delivery.assetId, { failure: 'internal', detail: null });
  if (!failed) return;
  await recordAudit(trx, delivery.caller, {
    action: 'asset.ingest_failed',
    subjectKind: 'asset',
    subjectId: delivery.assetId,
    result: 'failed',
    code: 'internal',
    detail: { detail },
  });
}
