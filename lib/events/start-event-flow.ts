import type { Services } from '#lib/services.ts';
import { kafkaPublisher } from './kafka/kafka-publisher.ts';
import { startProcessor } from './start-processor.ts';
import { startRelay } from './start-relay.ts';

/**
 * What a worker does about events beside its jobs: with a broker it relays and processes, without one there is
 * nothing to do, since events are jobs from their own commit on.
 */
export function startEventFlow(services: Services): { stop(): Promise<void> } {
  if (services.env.EVENTS !== 'kafka') return { async stop() {} };
  const publisher = kafkaPublisher(services.env);
  const relay = startRelay(services, publisher);
  const processor = startProcessor(services);
  return {
    async stop() {
      await Promise.all([relay.stop(), processor.stop()]);
      await publisher.close();
    },
  };
}
