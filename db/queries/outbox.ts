import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { OutboxEventsTable } from '#db/tables.ts';

export type OutboxEvent = Omit<Selectable<OutboxEventsTable>, 'created_at' | 'published_at'>;

/** The oldest events that nobody has published and no other relay holds, locked until the transaction ends. */
export async function claimUnpublished(trx: Trx, limit: number): Promise<OutboxEvent[]> {
  return trx
    .selectFrom('outbox_events')
    .select(['event_id', 'type', 'key', 'payload', 'causation_id', 'request_id', 'trace_id', 'traceparent'])
    .where('published_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markPublished(trx: Trx, eventIds: readonly string[]): Promise<void> {
  await sql`
    update outbox_events set published_at = clock_timestamp()
    where event_id = any(${eventIds}::uuid[])`.execute(trx);
}

export async function findEvent(trx: Trx, eventId: string): Promise<OutboxEvent | undefined> {
  return trx
    .selectFrom('outbox_events')
    .select(['event_id', 'type', 'key', 'payload', 'causation_id', 'request_id', 'trace_id', 'traceparent'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
}

/** When the event became true; nothing where the outbox does not have it. */
export async function findEventTime(db: Database, eventId: string): Promise<Date | undefined> {
  const event = await db
    .selectFrom('outbox_events')
    .select('created_at')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return event?.created_at;
}
