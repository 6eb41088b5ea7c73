import type { Services } from '#lib/services.ts';
import { acceptEvents } from './accept-events.ts';
import { gathered } from './gathered.ts';
import { consumeKafka } from './kafka/kafka-consumer.ts';
import { type Accept, processMessages } from './process-messages.ts';

const mostAtOnce = 1000;

/** Turns what the brokers deliver into jobs, as one of the group of all processors, until it is stopped. */
export function startProcessor(services: Services): { stop(): Promise<void>; ready: Promise<void> } {
  const accept = acceptTogether(services);
  return consumeKafka(services.env, {
    group: services.env.KAFKA_GROUP,
    handle: (messages) => processMessages(services, messages, accept),
    log: services.log,
  });
}

/**
 * What arrives from several partitions at a time becomes jobs in one transaction. Where that fails, each partition
 * tries by itself, so that none is held up by what another one brought.
 */
function acceptTogether({ db }: Pick<Services, 'db'>): Accept {
  const together = gathered((events: Parameters<Accept>[0]) => acceptEvents(db, events), mostAtOnce);
  return (events) => together(events).catch(() => acceptEvents(db, events));
}
