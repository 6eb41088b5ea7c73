import { z } from 'zod';
import type { Trx } from '#db/client.ts';
import { listSourcesOfApproval } from '#db/queries/approved-sources.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import { isHandled } from '#lib/events/is-handled.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import { enqueueMissing } from './enqueue-missing.ts';
import { planActivation } from './plan-activation.ts';

const delivery = z.object({
  consumer: z.string().min(1),
  event: z.intersection(
    z.object({ event_id: z.uuid() }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('AssetApproved'), payload: z.object({ approval_id: z.uuid() }) }),
      z.object({
        type: z.literal('PolicyActivated'),
        payload: z.object({ audience: z.string(), policy_version: z.number() }),
      }),
    ]),
  ),
});
type Delivery = z.output<typeof delivery>;

/** Longer than any attempt: claim and completion are one transaction, which no other can come between. */
const leaseMs = 60 * 60_000;

/**
 * AssetApproved and PolicyActivated → the derive jobs that were promised at approval. Delivered twice it plans
 * once, and planned twice it makes no job for what is there. An approval is planned in the transaction that claims
 * and completes its event, so a worker that dies under way leaves no lease to wait for; a second delivery waits for
 * the first to commit. An activation concerns every photo of its audience: it is planned in batches before.
 */
export const planHandler: JobHandler = {
  async run({ db, log }, job, signal) {
    const { consumer, event } = parse(job);
    const eventId = event.event_id;
    const ahead =
      event.type === 'PolicyActivated' && !(await isHandled(db, { consumer, eventId }))
        ? await planActivation({ db }, job, event.payload, signal)
        : 0;
    return db.transaction().execute(async (trx) => {
      const claim = await claimInbox(trx, { consumer, eventId, owner: `job ${job.id}`, leaseMs });
      if (claim.state === 'leased') return { state: 'later', ms: claim.retryMs };
      if (claim.state === 'claimed') {
        const planned =
          event.type === 'AssetApproved' ? await planApproval(trx, event.payload.approval_id) : ahead;
        await completeInbox(trx, { consumer, eventId, fence: claim.fence, outcome: `planned ${planned}` });
        log.info(
          { job_id: job.id, event_id: eventId, type: event.type, planned },
          'derivatives were planned',
        );
      }
      await finishJob(trx, job);
      return { state: claim.state === 'claimed' ? 'done' : 'duplicate' };
    });
  },
};

function parse(job: ClaimedJob): Delivery {
  const parsed = delivery.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no event to plan for: ${parsed.error.message}`, { permanent: true });
}

/** Answers how many jobs it made. */
async function planApproval(trx: Trx, approvalId: string): Promise<number> {
  const sources = await listSourcesOfApproval(trx, approvalId);
  let made = 0;
  for (const [audience, ofAudience] of Map.groupBy(sources, (source) => source.audience)) {
    const policy = await findReadingPolicy(trx, audience);
    if (policy.state === 'reads') made += await enqueueMissing(trx, audience, policy, ofAudience);
  }
  return made;
}
