import { z } from 'zod';
import { findEventTime } from '#db/queries/outbox.ts';
import { insertWebhookAttempt, switchWebhookOff, unsafeFindWebhook } from '#db/queries/webhooks.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { parseEvent } from '#lib/events/parse-event.ts';
import { releaseInbox } from '#lib/events/release-inbox.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { callReceiver } from './call-receiver.ts';
import { webhookBody } from './webhook-body.ts';

const timeoutMs = 15_000;
/** Longer than an attempt may take: while one worker calls, no other does. */
const leaseMs = 90_000;
const delivery = z.object({ consumer: z.string().regex(/^webhook\//), event: z.unknown() });

/**
 * Tells one receiver of one event. What counts as taken is a 2xx; 410 switches the webhook off, as the receiver asks
 * for. A worker that dies between the call and its record calls again, with the same `webhook-id`.
 */
export const webhookHandler: JobHandler = {
  async run(services, job, signal) {
    const { consumer, event } = parse(job);
    const claim = await claimInbox(services.db, {
      consumer,
      eventId: event.event_id,
      owner: `job ${job.id}`,
      leaseMs,
    });
    if (claim.state === 'completed') return { state: 'duplicate' };
    if (claim.state === 'leased') return { state: 'later', ms: claim.retryMs };
    const lease = { consumer, eventId: event.event_id, fence: claim.fence };
    try {
      await deliver(services, job, { lease, event, webhookId: consumer.slice('webhook/'.length) }, signal);
    } finally {
      await releaseInbox(services.db, lease);
    }
    return { state: 'done' };
  },
};

type Event = ReturnType<typeof parse>['event'];

function parse(job: ClaimedJob) {
  const parsed = delivery.safeParse(job.payload);
  if (!parsed.success) throw new JobError('internal', 'no event for a webhook', { permanent: true });
  return { consumer: parsed.data.consumer, event: parseEvent(parsed.data.event) };
}

async function deliver(
  services: Services,
  job: ClaimedJob,
  { lease, event, webhookId }: { lease: InboxLease; event: Event; webhookId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, env } = services;
  const webhook = await unsafeFindWebhook(db, webhookId);
  if (!webhook || webhook.disabled_at) return settle(services, job, lease, 'webhook is off');
  const body = webhookBody(event, (await findEventTime(db, event.event_id)) ?? new Date());
  const attempt = await callReceiver(env, {
    webhook,
    eventId: event.event_id,
    eventType: event.type,
    body,
    attempt: job.attempts,
    timeoutMs,
    signal,
  });
  await insertWebhookAttempt(db, attempt);
  if (attempt.error === null) return settle(services, job, lease, 'delivered');
  if (attempt.status === 410) return settle(services, job, lease, 'gone', webhook.id);
  throw new JobError('receiver_unavailable', `${new URL(webhook.url).host}: ${attempt.error}`);
}

async function settle(
  { db }: Services,
  job: ClaimedJob,
  lease: InboxLease,
  outcome: string,
  goneId?: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (goneId && (await switchWebhookOff(trx, goneId, 'The receiver answered 410 Gone.')))
      await recordAudit(trx, systemCaller('webhooks'), {
        action: 'webhook.disabled',
        subjectKind: 'webhook',
        subjectId: goneId,
        detail: { reason: 'The receiver answered 410 Gone.' },
      });
    await completeInbox(trx, { ...lease, outcome });
    await finishJob(trx, job);
  });
}
