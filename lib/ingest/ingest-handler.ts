import type { Trx } from '#db/client.ts';
import { markIngestFailed, unsafeFindIngestedAsset } from '#db/queries/ingested-assets.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { closeInbox } from '#lib/events/close-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { releaseInbox } from '#lib/events/release-inbox.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { findUploadDelivery, getUploadDelivery, type UploadDelivery } from './delivery.ts';
import { examineLanding } from './examine-landing.ts';
import { whileLeaseIsKept } from './keep-lease.ts';
import { settleFailed, settleIgnored } from './settle-failed.ts';
import { settleReady } from './settle-ready.ts';

/** A removal of the same master is a matter of seconds. */
const busyMs = 2000;

/**
 * AssetUploaded → READY or FAILED. The event is claimed in the inbox, so that of any number of deliveries one is
 * handled; the job's own lease only says which worker runs this delivery.
 */
export const ingestHandler: JobHandler = {
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
        ingest(services, { delivery, lease, job }, kept),
      );
    } finally {
      // Does nothing to an event that was completed or taken over.
      await releaseInbox(services.db, lease);
    }
  },

  async onDead(trx, job, error) {
    const delivery = findUploadDelivery(job.payload);
    if (!delivery) return;
    await closeInbox(trx, delivery, 'internal');
    await failAsset(trx, delivery, `${error.category}: ${error.message}`);
  },
};

async function ingest(
  services: Services,
  work: { delivery: UploadDelivery; lease: InboxLease; job: ClaimedJob },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const asset = await unsafeFindIngestedAsset(services.db, work.delivery.assetId);
  if (asset?.status !== 'PROCESSING') {
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

/** The detail stays in the audit row and with the dead job: it is for operators. */
async function failAsset(trx: Trx, delivery: UploadDelivery, detail: string): Promise<void> {
  const failed = await markIngestFailed(trx, delivery.assetId, { failure: 'internal', detail: null });
  if (!failed) return;
  await recordAudit(trx, delivery.caller, {
    action: 'asset.ingest_failed',
    subjectKind: 'asset',
    subjectId: delivery.assetId,
    result: 'internal',
    detail: { detail },
  });
}
