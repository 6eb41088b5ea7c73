import type { Trx } from '#db/client.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { activeTraceparent } from '#lib/observe/spans.ts';
import type { Services } from '#lib/services.ts';
import { dispatchToJobs } from './dispatch-to-jobs.ts';
import type { DomainEvent, EventPayloads, EventType } from './event.ts';

export type NewEvent = {
  [Type in EventType]: {
    /** The same fact always gets the same id: publishing it twice is publishing it once. */
    eventId: string;
    type: Type;
    key: string;
    payload: EventPayloads[Type];
    causationId?: string | undefined;
    caller?: Pick<Caller, 'requestId' | 'traceId'> | undefined;
  };
}[EventType];

/**
 * Writes the event to the outbox in the transaction that makes it true. Under `EVENTS=postgres` its consumers have
 * their jobs by the same commit; under `EVENTS=kafka` the relay takes it from there. False where it was published
 * before: nothing is then done again.
 */
export async function publishEvent(
  { env }: { env: Pick<Services['env'], 'EVENTS'> },
  trx: Trx,
  event: NewEvent,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('outbox_events')
    .values({
      event_id: event.eventId,
      type: event.type,
      key: event.key,
      payload: JSON.stringify(event.payload),
      causation_id: event.causationId ?? null,
      request_id: event.caller?.requestId ?? null,
      trace_id: event.caller?.traceId ?? null,
      traceparent: activeTraceparent() ?? null,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  if (!inserted) return false;
  if (env.EVENTS === 'postgres') await dispatchToJobs(trx, [asDelivered(event)]);
  return true;
}

function asDelivered(event: NewEvent): DomainEvent {
  return {
    event_id: event.eventId,
    type: event.type,
    key: event.key,
    payload: event.payload,
    causation_id: event.causationId ?? null,
    request_id: event.caller?.requestId ?? null,
    trace_id: event.caller?.traceId ?? null,
    traceparent: activeTraceparent() ?? null,
  } as DomainEvent;
}
