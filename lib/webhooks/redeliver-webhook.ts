import { deleteCompleted } from '#db/queries/inbox.ts';
import { findEvent } from '#db/queries/outbox.ts';
import { unsafeFindWebhook } from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { deliveryJob } from '#lib/events/deliveries.ts';
import type { DomainEvent } from '#lib/events/event.ts';
import { webhookConsumer } from '#lib/events/subscriptions.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/** Tells a receiver of an event once more, whether it took it before or not; it knows the event by its id. */
export async function redeliverWebhook(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { id, eventId }: { id: string; eventId: string },
): Promise<void> {
  requirePermission(caller.actor, 'webhook.manage');
  await db.transaction().execute(async (trx) => {
    const webhook = await unsafeFindWebhook(trx, id);
    if (!webhook) throw notFound('webhook');
    if (webhook.disabled_at) throw new Problem('conflict', 'This webhook is off. Switch it on first.');
    const event = await findEvent(trx, eventId);
    if (!event) throw notFound('event');
    const consumer = webhookConsumer(id);
    const delivery = { event: event as DomainEvent, consumer, queue: 'webhook' as const };
    if (!(await enqueueJob(trx, deliveryJob(delivery))).created)
      throw new Problem('conflict', 'This delivery is on its way already.');
    await deleteCompleted(trx, { consumer, eventId });
    await recordAudit(trx, caller, {
      action: 'webhook.redelivered',
      subjectKind: 'webhook',
      subjectId: id,
      detail: { event_id: eventId },
    });
  });
}
