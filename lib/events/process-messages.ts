import { JobError } from '#lib/jobs/job-error.ts';
import type { Services } from '#lib/services.ts';
import { type Acceptance, acceptEvents } from './accept-events.ts';
import type { DomainEvent } from './event.ts';
import { readEventMessage } from './event-message.ts';
import type { Handled, ReceivedMessage } from './kafka/kafka-consumer.ts';
import { parkMessage } from './park-message.ts';

export type Accept = (events: readonly DomainEvent[]) => Promise<readonly Acceptance[]>;

/**
 * The processor's side of one partition's batch: every message becomes a job, is known as handled, or is parked
 * with the whole of itself as a dead letter. It stops short at the first event that somebody else holds under a
 * lease: nothing from there on is settled. Throws where the database is away. `accept` stands in for `acceptEvents`.
 */
export async function processMessages(
  { db, log }: Pick<Services, 'db' | 'log'>,
  messages: readonly ReceivedMessage[],
  accept: Accept = (events) => acceptEvents(db, events),
): Promise<Handled> {
  const read = messages.map(tryRead);
  const events = read.filter((one): one is DomainEvent => !(one instanceof JobError));
  const answers = await accept(events);
  const byEvent = new Map(events.map((event, index) => [event, answers[index]]));
  for (const [index, message] of messages.entries()) {
    const one = read[index];
    if (one instanceof JobError) {
      await parkMessage(db, message, one);
      const { partition, offset } = message;
      log.error({ partition, offset: String(offset), error: one.message }, 'a message was parked');
    } else {
      const answer = one && byEvent.get(one);
      if (answer?.state === 'leased') return { settled: index, retryMs: answer.retryMs };
    }
  }
  return { settled: messages.length };
}

function tryRead({ value }: ReceivedMessage): DomainEvent | JobError {
  try {
    return readEventMessage(value.toString('utf8'));
  } catch (error) {
    if (error instanceof JobError) return error;
    throw error;
  }
}
