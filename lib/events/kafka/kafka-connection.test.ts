import { expect, it } from 'vitest';
import { type KafkaSettings, kafkaConnection } from './kafka-connection.ts';

const settings: KafkaSettings = {
  KAFKA_BROKERS: ['kafka:9093'],
  KAFKA_TOPIC: 'events',
  KAFKA_PARTITIONS: 1,
  KAFKA_REPLICAS: 1,
  KAFKA_TLS: true,
  KAFKA_TLS_CA_FILE: undefined,
  KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
  KAFKA_USERNAME: undefined,
  KAFKA_PASSWORD: undefined,
};

it('names the setting of authorities whose file cannot be read', () => {
  const missing = `${import.meta.dirname}/none.pem`;
  expect(() => kafkaConnection({ ...settings, KAFKA_TLS_CA_FILE: missing }, 'test')).toThrow(
    `KAFKA_TLS_CA_FILE names ${missing}, which cannot be read.`,
  );
});

it('trusts the usual authorities unless told of others', () => {
  expect(kafkaConnection(settings, 'test').tls).toEqual({});
});
