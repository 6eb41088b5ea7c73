import { expect, it } from 'vitest';
import type { KafkaSettings } from '#lib/events/kafka/kafka-connection.ts';
import { kafkaPublisher } from '#lib/events/kafka/kafka-publisher.ts';
import { eventIdsOfJobs, eventually, idsOf, kafkaRig, uploadedEvent } from '../kafka-rig.ts';
import { withEngines } from '../with-engines.ts';

withEngines(['secureKafka'], 'a broker that wants TLS and an account', async ({ secureKafka }) => {
  const { brokers, username, password, caFile } = secureKafka;
  const account = {
    KAFKA_TLS: true,
    KAFKA_TLS_CA_FILE: caFile,
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
  };

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const)('carries events by %s', async (mechanism) => {
    const { db, publisher, process, lag } = await kafkaRig(brokers, {
      ...account,
      KAFKA_SASL_MECHANISM: mechanism,
    });
    const events = Array.from({ length: 20 }, () => uploadedEvent());
    await publisher.publish(events);
    process();
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf(events));
    await eventually(lag).toBe(0);
  });

  it.each<[string, Partial<KafkaSettings>]>([
    ['a wrong password', { KAFKA_PASSWORD: 'wrong' }],
    ['nobody’s name', { KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined }],
    ['no TLS', { KAFKA_TLS: false }],
    ['authorities that did not sign its certificate', { KAFKA_TLS_CA_FILE: undefined }],
  ])('takes nothing from %s', async (_, changes) => {
    const { settings } = await kafkaRig(brokers, { ...account, KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512' });
    const stranger = kafkaPublisher({ ...settings, ...changes });
    await expect(stranger.publish([uploadedEvent()])).rejects.toThrow();
    await stranger.close();
  });
});
