import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { OutboxEvent } from './outbox.ts';

export interface ForsakenDelivery {
  consumer: string;
  event_id: string;
  /** Null where the outbox does not have it. */
  event: OutboxEvent | null;
  /** A person looked at its dead letter and decided that nothing is to be done. */
  is_dismissed: boolean;
}

const event = sql`case when o.event_id is null then null else jsonb_build_object('event_id', o.event_id,
  'type', o.type, 'key', o.key, 'payload', o.payload, 'causation_id', o.causation_id,
  'request_id', o.request_id, 'trace_id', o.trace_id, 'traceparent', o.traceparent) end`;

/**
 * Claims that ran out an hour ago and that no job will renew. What lies among the open dead letters is left out: it
 * waits for a person there.
 */
export async function listForsakenDeliveries(
  db: Database,
  page: { after: string; limit: number },
): Promise<ForsakenDelivery[]> {
  const { rows } = await sql<ForsakenDelivery>`
    select i.consumer, i.event_id, ${event} as event, exists (
      select from dead_jobs d where d.dedup_key = i.event_id || '/' || i.consumer
        and d.dismissed_at is not null) as is_dismissed
    from consumer_inbox i left join outbox_events o on o.event_id = i.event_id
    where i.state = 'PROCESSING' and i.lease_until < clock_timestamp() - interval '1 hour'
      and i.claimed_at < clock_timestamp() - interval '1 hour'
      and i.event_id || '/' || i.consumer > ${page.after}
      and not exists (select from jobs j where j.dedup_key = i.event_id || '/' || i.consumer)
      and not exists (select from dead_jobs d where d.dedup_key = i.event_id || '/' || i.consumer
        and d.dismissed_at is null and d.requeued_at is null)
    order by i.event_id || '/' || i.consumer limit ${page.limit}`.execute(db);
  return rows;
}

/** Photos that have been PROCESSING for an hour with no job that would bring them on, and the event that would. */
export async function listStuckAssets(
  db: Database,
  page: { after: string; limit: number },
): Promise<{ id: string; event: OutboxEvent | null }[]> {
  const { rows } = await sql<{ id: string; event: OutboxEvent | null }>`
    select a.id, ${event} as event from assets a
    left join lateral (
      select * from outbox_events o where o.type = 'AssetUploaded' and o.key = a.id::text
        and o.payload ->> 'etag' = a.landed_etag
        and not exists (select from consumer_inbox i where i.event_id = o.event_id and i.consumer = 'ingest'
          and i.state = 'COMPLETED')
      order by o.created_at desc limit 1) o on true
    where a.status = 'PROCESSING' and a.updated_at < clock_timestamp() - interval '1 hour'
      and a.id::text > ${page.after}
      and not exists (select from jobs j where j.queue = 'ingest' and j.payload #>> '{event,key}' = a.id::text)
      -- A claim that is left is seen to as an event.
      and not exists (select from consumer_inbox i where i.event_id = o.event_id and i.consumer = 'ingest')
    order by a.id::text limit ${page.limit}`.execute(db);
  return rows;
}

/** Failures to register an upload, older than an hour: settled by now, or still open. */
export async function listRegistrationFailures(
  db: Database,
  page: { after: string; limit: number },
): Promise<{ id: string; object_key: string; error: string; is_settled: boolean }[]> {
  const { rows } = await sql<{ id: string; object_key: string; error: string; is_settled: boolean }>`
    select f.id, f.object_key, f.error, coalesce(a.status <> 'UPLOADING', false) as is_settled
    from registration_failures f left join assets a on a.id = f.asset_id
    where f.repaired_at is null and f.id::text > ${page.after}
      and (a.status <> 'UPLOADING' or f.created_at < clock_timestamp() - interval '1 hour')
    order by f.id::text limit ${page.limit}`.execute(db);
  return rows;
}

/** False where somebody did so before. */
export async function markRegistrationRepaired(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('registration_failures')
    .set({ repaired_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('repaired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
