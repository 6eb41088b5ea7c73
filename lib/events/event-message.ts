import { JobError } from '#lib/jobs/job-error.ts';
import type { DomainEvent } from './event.ts';
import { parseEvent } from './parse-event.ts';

/** One message of the topic. The key puts all that concerns one asset into one partition. */
export interface EventMessage {
  key: string;
  value: string;
  headers: Record<string, string>;
}

export function writeEventMessage(event: DomainEvent): EventMessage {
  const headers: Record<string, string> = {
    event_id: event.event_id,
    type: event.type,
    'content-type': 'application/json',
  };
  if (event.causation_id) headers.causation_id = event.causation_id;
  if (event.traceparent) headers.traceparent = event.traceparent;
  return { key: event.key, value: JSON.stringify(event), headers };
}

/** Throws a permanent `JobError` where the message is none of ours, or none that this version understands. */
export function readEventMessage(value: string): DomainEvent {
  try {
    return parseEvent(JSON.parse(value));
  } catch (error) {
    if (error instanceof JobError) throw error;
    throw new JobError('internal', `the message is no JSON: ${String(error)}`, {
      permanent: true,
      cause: error,
    });
  }
}
