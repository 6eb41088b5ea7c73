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
