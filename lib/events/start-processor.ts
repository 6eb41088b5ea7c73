import type { Services } from '#lib/services.ts';
import { consumeKafka } from './kafka/kafka-consumer.ts';
import { processMessages } from './process-messages.ts';

/** Turns what the brokers deliver into jobs, as one of the group of all processors, until it is stopped. */
export function startProcessor(services: Services): { stop(): Promise<void>; ready: Promise<void> } {
  return consumeKafka(services.env, {
    group: services.env.KAFKA_GROUP,
    handle: (messages) => processMessages(services, messages),
    log: services.log,
  });
}
