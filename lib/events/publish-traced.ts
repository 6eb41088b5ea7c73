import { failSpan, startSpan, traceparentOf } from '#lib/observe/spans.ts';
import type { DomainEvent } from './event.ts';
import type { EventPublisher } from './event-publisher.ts';

/** Publishes, with a span for each event that its consumers go on from. */
export async function publishTraced(
  publisher: EventPublisher,
  events: readonly DomainEvent[],
): Promise<void> {
  const spans = events.map((event) =>
    startSpan(`publish ${event.type}`, {
      kind: 'PRODUCER',
      parent: event.traceparent,
      attributes: { 'messaging.operation.name': 'publish', 'messaging.message.id': event.event_id },
    }),
  );
  try {
    await publisher.publish(
      events.map((event, index) => ({
        ...event,
        traceparent: traceparentOf(spans[index]) ?? event.traceparent,
      })),
    );
  } catch (error) {
    for (const span of spans) failSpan(span, error);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
