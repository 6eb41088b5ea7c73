import { readFileSync } from 'node:fs';
import type { BaseOptions } from '@platformatic/kafka';
import type { BridgeEnv, Env } from '#lib/env.ts';

export type KafkaSettings = Pick<
  Env & BridgeEnv,
  | 'KAFKA_BROKERS'
  | 'KAFKA_TOPIC'
  | 'KAFKA_PARTITIONS'
  | 'KAFKA_REPLICAS'
  | 'KAFKA_TLS'
  | 'KAFKA_TLS_CA_FILE'
  | 'KAFKA_SASL_MECHANISM'
  | 'KAFKA_USERNAME'
  | 'KAFKA_PASSWORD'
>;

/** What every client of the brokers is opened with. Throws a sentence where the file of authorities cannot be read. */
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
    ...(settings.KAFKA_TLS && { tls: authorities(settings.KAFKA_TLS_CA_FILE) }),
    ...(username && password && { sasl: { mechanism, username, password } }),
  };
}

function authorities(file: string | undefined): { ca?: string } {
  if (!file) return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new Error(`KAFKA_TLS_CA_FILE names ${file}, which cannot be read.`, { cause });
  }
}
