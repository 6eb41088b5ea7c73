import { ProduceAcks, Producer, stringSerializers } from '@platformatic/kafka';
import type { DomainEvent } from '../event.ts';
import { writeEventMessage } from '../event-message.ts';
import type { EventPublisher } from '../event-publisher.ts';
import { gathered } from '../gathered.ts';
import { ensureTopic } from './ensure-topic.ts';
import { type KafkaSettings, kafkaConnection } from './kafka-connection.ts';

/** Of some hundred bytes each; a broker takes a megabyte at a time. */
const mostAtOnce = 500;

/**
 * An idempotent producer that waits for all in-sync replicas: what it sends again after a lost answer is written
 * once, in order within a partition. Keyed by asset id, so that an asset's events keep together. A producer that
 * failed is closed and the next call opens a new one: the sequence numbers of the old one are no use any more. Calls that
 * come while the brokers are asked go out together.
 */
export function kafkaPublisher(settings: KafkaSettings): EventPublisher {
  let producer: Producer<string, string, string, string> | undefined;
  let topicThere: Promise<void> | undefined;
  const close = async () => {
    const closing = producer;
    producer = undefined;
    await closing?.close(true);
  };
  const send = gathered<DomainEvent, void>(async (events) => {
    topicThere ??= ensureTopic(settings);
    try {
      await topicThere;
      producer ??= new Producer({
        ...kafkaConnection(settings, 'producer'),
        serializers: stringSerializers,
        idempotent: true,
        acks: ProduceAcks.ALL,
      });
      await producer.send({
        messages: events.map((event) => ({ topic: settings.KAFKA_TOPIC, ...writeEventMessage(event) })),
      });
      return events.map(() => undefined);
    } catch (error) {
      topicThere = undefined;
      await close().catch(() => {});
      throw error;
    }
  }, mostAtOnce);
  return {
    async publish(events) {
      await send(events);
    },
    close,
  };
}
