import type { Database, Trx } from '#db/client.ts';
import { listSubscribedWebhooks } from '#db/queries/webhooks.ts';
import type { NewJob } from '#lib/jobs/job.ts';
import type { Queue } from '#lib/jobs/queues.ts';
import type { Delivery, DomainEvent } from './event.ts';
import { subscriptions, webhookConsumer, webhookEvents } from './subscriptions.ts';

/** An event on its way to one consumer. */
export interface PlannedDelivery extends Delivery {
  queue: Queue;
}

/** Who is to be told of what: the consumers in the code, and the webhooks that people set up. */
export async function listDeliveries(
  db: Database | Trx,
  events: readonly DomainEvent[],
): Promise<PlannedDelivery[]> {
  const announced = events.filter(({ type }) => webhookEvents.includes(type));
  const webhooks = announced.length > 0 ? await listSubscribedWebhooks(db) : [];
  return events.flatMap((event) => [
    ...subscriptions[event.type].map(({ consumer, queue }) => ({ event, consumer, queue })),
    ...webhooks
      .filter(({ event_types }) => event_types.includes(event.type))
      .map(({ id }) => ({ event, consumer: webhookConsumer(id), queue: 'webhook' as const })),
  ]);
}

/** While the job lives, another delivery of the event to this consumer makes no second one. */
export function deliveryJob({ event, consumer, queue }: PlannedDelivery): NewJob {
  return {
    queue,
    dedupKey: deliveryKey(event.event_id, consumer),
    payload: { event, consumer } satisfies Delivery,
    traceparent: event.traceparent,
    audience: 'audience' in event.payload ? event.payload.audience : undefined,
  };
}

export function deliveryKey(eventId: string, consumer: string): string {
  return `${eventId}/${consumer}`;
}
