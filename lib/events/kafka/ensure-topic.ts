import { Admin } from '@platformatic/kafka';
import { type KafkaSettings, kafkaConnection } from './kafka-connection.ts';

/** Makes the topic where it is missing. One that is there keeps the partitions and replicas it was given. */
export async function ensureTopic(settings: KafkaSettings): Promise<void> {
  const admin = new Admin(kafkaConnection(settings, 'admin'));
  try {
    const topics = await admin.listTopics();
    if (topics.includes(settings.KAFKA_TOPIC)) return;
    await admin.createTopics({
      topics: [settings.KAFKA_TOPIC],
      partitions: settings.KAFKA_PARTITIONS,
      replicas: settings.KAFKA_REPLICAS,
    });
  } catch (error) {
    // Of several processes that start at once, one makes it.
    if (!/TOPIC_ALREADY_EXISTS/.test(sayAll(error))) throw error;
  } finally {
    await admin.close();
  }
}

function sayAll(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors.map(sayAll) : [];
  const code = 'apiId' in error ? String(error.apiId) : '';
  return [error.message, code, sayAll(error.cause ?? ''), ...inner].join(' ');
}
