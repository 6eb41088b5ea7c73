import type { Queue } from '#lib/jobs/queues.ts';
import type { EventType } from './event.ts';

export interface Subscription {
  /** The name under which the consumer's inbox rows stand; it must never change. */
  consumer: string;
  queue: Queue;
}

/** Who is told of what. An event that nobody subscribes to is still in the outbox, for other systems. */
export const subscriptions: Readonly<Record<EventType, readonly Subscription[]>> = {
  AssetUploaded: [{ consumer: 'ingest', queue: 'ingest' }],
  AssetReady: [],
  AssetApproved: [{ consumer: 'plan', queue: 'plan' }],
  PolicyActivated: [{ consumer: 'plan', queue: 'plan' }],
  DerivativePublished: [],
};

/** What webhooks may subscribe to; an upload is a step on the way and nobody else's business. */
export const webhookEvents: readonly EventType[] = [
  'AssetReady',
  'AssetApproved',
  'PolicyActivated',
  'DerivativePublished',
];

/** Each webhook is a consumer of its own, so that one that is down holds nothing up for the others. */
export function webhookConsumer(webhookId: string): string {
  return `webhook/${webhookId}`;
}
