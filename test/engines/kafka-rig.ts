import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect } from 'vitest';
import type { Database } from '#db/client.ts';
import type { DomainEvent } from '#lib/events/event.ts';
import type { KafkaSettings } from '#lib/events/kafka/kafka-connection.ts';
import { type ConsumerOptions, consumeKafka } from '#lib/events/kafka/kafka-consumer.ts';
import { kafkaPublisher } from '#lib/events/kafka/kafka-publisher.ts';
import { processMessages } from '#lib/events/process-messages.ts';
import { createLogger } from '#lib/observe/log.ts';
import { testDatabase } from '../database.ts';
import { consumerLag } from './kafka/consumer-lag.ts';

/** A topic, a group and a database of one test file's own on a broker. */
export async function kafkaRig(brokers: string, changes: Partial<KafkaSettings> = {}) {
  const { db } = await testDatabase();
  const log = createLogger({ level: 'silent', name: 'test' });
  const settings: KafkaSettings = {
    KAFKA_BROKERS: [brokers],
    KAFKA_TOPIC: `events-${randomUUID()}`,
    KAFKA_PARTITIONS: 4,
    KAFKA_REPLICAS: 1,
    KAFKA_TLS: false,
    KAFKA_SASL_MECHANISM: 'PLAIN',
    KAFKA_USERNAME: undefined,
    KAFKA_PASSWORD: undefined,
    KAFKA_TLS_CA_FILE: undefined,
    ...changes,
  };
  const group = `group-${randomUUID()}`;
  const publisher = kafkaPublisher(settings);
  const running = new Set<() => Promise<void>>();
  const stopAll = async () => {
    await Promise.all([...running].map((stop) => stop()));
    running.clear();
  };
  afterEach(stopAll);
  afterAll(() => publisher.close());

  return {
    db,
    settings,
    group,
    publisher,
    /** A processor of the group, as a worker runs it. */
    process(changes: Partial<ConsumerOptions> = {}): { stop(): Promise<void>; ready: Promise<void> } {
      const consumer = consumeKafka(settings, {
        group,
        log,
        handle: (messages) => processMessages({ db, log }, messages),
        maxPauseMs: 300,
        ...changes,
      });
      running.add(consumer.stop);
      return consumer;
    },
    /** How many messages of the topic the group has not committed. */
    lag: () => consumerLag(settings, group),
  };
}

export function uploadedEvent(assetId: string = randomUUID()): DomainEvent {
  return {
    event_id: randomUUID(),
    type: 'AssetUploaded',
    key: assetId,
    payload: {
      asset_id: assetId,
      bucket: 'photos',
      object_key: `assets/${assetId}/original.jpg`,
      etag: 'abc',
      version_id: null,
      bytes: 3,
    },
    causation_id: null,
    request_id: null,
    trace_id: null,
    traceparent: null,
  };
}

export async function eventIdsOfJobs(db: Database): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select('dedup_key').execute();
  return jobs.map(({ dedup_key }) => dedup_key?.split('/')[0] ?? '').sort();
}

export function idsOf(events: readonly DomainEvent[]): string[] {
  return events.map(({ event_id }) => event_id).sort();
}

/** Waits for what the broker, the consumers and the database bring about together. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: 40_000, interval: 50 });
}
