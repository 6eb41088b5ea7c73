import type { DomainEvent } from './event.ts';

/** What a broker must be able to do for whoever tells it of events. */
export interface EventPublisher {
  /** Resolves once every in-sync replica has all of them, and rejects where that is not certain. */
  publish(events: readonly DomainEvent[]): Promise<void>;
  close(): Promise<void>;
}
