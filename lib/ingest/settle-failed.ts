import { markIngestFailed } from '#db/queries/ingested-assets.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { UploadDelivery } from './delivery.ts';

/** The file is at fault: the asset says why, and the event and the job are done with, all or nothing. */
export async function settleFailed(
  services: Services,
  work: { delivery: UploadDelivery; lease: InboxLease; job: ClaimedJob },
  why: { failure: AssetFailure; detail: string },
): Promise<void> {
  const { delivery, lease, job } = work;
  await services.db.transaction().execute(async (trx) => {
    const failed = await markIngestFailed(trx, delivery.assetId, why);
    await completeInbox(trx, { ...lease, outcome: failed ? why.failure : 'ignored' });
    if (failed) {
      await recordAudit(trx, delivery.caller, {
        action: 'asset.ingest_failed',
        subjectKind: 'asset',
        subjectId: delivery.assetId,
        result: 'failed',
        code: why.failure,
        detail: { detail: why.detail },
      });
    }
    await finishJob(trx, job);
  });
}

/** The asset is gone, or settled already: there is nothing to do for this event. */
export async function settleIgnored(
  services: Services,
  work: { lease: InboxLease; job: ClaimedJob },
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await completeInbox(trx, { ...work.lease, outcome: 'ignored' });
    await finishJob(trx, work.job);
  });
}
