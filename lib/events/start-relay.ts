import { every } from '#lib/jobs/every.ts';
import type { Services } from '#lib/services.ts';
import type { EventPublisher } from './event-publisher.ts';
import { publishTraced } from './publish-traced.ts';
import { relayEvents } from './relay-events.ts';

/**
 * Drains the outbox to the broker until it is stopped. Any number may run; a short pause bounds how long an event
 * waits, and costs one look at an index that is almost always empty.
 */
export function startRelay(
  services: Services,
  publisher: EventPublisher,
  pollMs = 100,
): { stop(): Promise<void> } {
  let stopping = false;
  const loop = every(
    pollMs,
    async () => {
      while (
        !stopping &&
        (await relayEvents(services, (_trx, events) => publishTraced(publisher, events))) > 0
      );
    },
    (error) => services.log.warn({ error: String(error) }, 'events wait in the outbox for now'),
  );
  return {
    async stop() {
      stopping = true;
      await loop.stop();
    },
  };
}
