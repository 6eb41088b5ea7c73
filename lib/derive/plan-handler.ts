import { z } from 'zod';
import type { Trx } from '#db/client.ts';
import { listSourcesOfApproval, listSourcesOfAudience } from '#db/queries/approved-sources.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import { releaseInbox } from '#lib/events/release-inbox.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import { enqueueMissing } from './enqueue-missing.ts';

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

/** Planning is one transaction; nothing is rendered here. */
const leaseMs = 5 * 60_000;

/**
 * AssetApproved and PolicyActivated → the derive jobs that were promised at approval. Delivered twice it plans
 * once, and planned twice it makes no job for what is there.
 */
export const planHandler: JobHandler = {
  async run(services, job) {
    const { consumer, event } = parse(job);
    const owner = `job ${job.id}`;
    const claim = await claimInbox(services.db, { consumer, eventId: event.event_id, owner, leaseMs });
    if (claim.state === 'completed') return { state: 'duplicate' };
    if (claim.state === 'leased') return { state: 'later', ms: claim.retryMs };
    const lease = { consumer, eventId: event.event_id, fence: claim.fence };
    try {
      const planned = await services.db.transaction().execute(async (trx) => {
        const jobs = await plan(trx, event);
        await completeInbox(trx, { ...lease, outcome: `planned ${jobs}` });
        await finishJob(trx, job);
        return jobs;
      });
      services.log.info({ job_id: job.id, event_id: event.event_id, type: event.type, planned }, 'planned');
      return { state: 'done' };
    } finally {
      // Does nothing to an event that was completed or taken over.
      await releaseInbox(services.db, lease);
    }
  },
};

function parse(job: ClaimedJob): Delivery {
  const parsed = delivery.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no event to plan for: ${parsed.error.message}`, { permanent: true });
}

/** Answers how many jobs it made. */
async function plan(trx: Trx, event: Delivery['event']): Promise<number> {
  if (event.type === 'PolicyActivated') {
    const { audience, policy_version } = event.payload;
    const policy = await findReadingPolicy(trx, audience);
    // Superseded before its turn came: the activation that did it has an event of its own.
    if (policy.state !== 'reads' || policy.version !== policy_version) return 0;
    return await enqueueMissing(trx, audience, policy, await listSourcesOfAudience(trx, audience));
  }
  const sources = await listSourcesOfApproval(trx, event.payload.approval_id);
  let made = 0;
  for (const [audience, ofAudience] of Map.groupBy(sources, (source) => source.audience)) {
    const policy = await findReadingPolicy(trx, audience);
    if (policy.state === 'reads') made += await enqueueMissing(trx, audience, policy, ofAudience);
  }
  return made;
}
