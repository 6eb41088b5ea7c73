import type { BaseOptions } from '@platformatic/kafka';
import type { BridgeEnv, Env } from '#lib/env.ts';

export type KafkaSettings = Pick<
  Env & BridgeEnv,
  | 'KAFKA_BROKERS'
  | 'KAFKA_TOPIC'
  | 'KAFKA_PARTITIONS'
  | 'KAFKA_REPLICAS'
  | 'KAFKA_TLS'
  | 'KAFKA_SASL_MECHANISM'
  | 'KAFKA_USERNAME'
  | 'KAFKA_PASSWORD'
>;

/** What every client of the brokers is opened with. */
export function kafkaConnection(settings: KafkaSettings, name: string): BaseOptions {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL_MECHANISM: mechanism } = settings;
  return {
    clientId: `blazon-${name}`,
    bootstrapBrokers: settings.KAFKA_BROKERS ?? [],
    connectTimeout: 5000,
    requestTimeout: 15_000,
    timeout: 10_000,
    retries: 5,
    retryDelay: 500,
    ...(settings.KAFKA_TLS && { tls: {} }),
    ...(username && password && { sasl: { mechanism, username, password } }),
  };
}
