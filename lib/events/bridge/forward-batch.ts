import type { Logger } from '#lib/observe/log.ts';
import type { EventPublisher } from '../event-publisher.ts';
import { publishTraced } from '../publish-traced.ts';
import { bridgeBatch, type QueueMessage } from './bridge-batch.ts';

/**
 * Publishes what a batch tells of and answers the ids of the messages that must stay in the queue. Every other one
 * may be deleted: the broker has acknowledged its events, or it had none.
 */
export async function forwardBatch(
  { publisher, bucket, log }: { publisher: EventPublisher; bucket: string; log: Logger },
  messages: readonly QueueMessage[],
): Promise<string[]> {
  const { readable, malformed } = bridgeBatch(messages, bucket);
  for (const { messageId, reason } of malformed)
    log.warn({ message_id: messageId, reason }, 'a queue message is no S3 notification');
  const failed = malformed.map(({ messageId }) => messageId);
  const telling = readable.filter(({ events }) => events.length > 0);
  const events = telling.flatMap((message) => message.events);
  if (events.length === 0) return failed;
  try {
    await publishTraced(publisher, events);
    log.info(
      { events: events.length, messages: messages.length, failed: failed.length },
      'uploads were told of',
    );
    return failed;
  } catch (error) {
    log.error({ error: String(error), events: events.length }, 'the broker did not acknowledge');
    return [...failed, ...telling.map(({ messageId }) => messageId)];
  }
}
