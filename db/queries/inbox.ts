import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface InboxLookup {
  consumer: string;
  event_id: string;
  /** Of the job that brings the event to the consumer. */
  queue: string;
  dedup_key: string;
}

/**
 * How each delivery stands, in the order asked. `enqueued`: its job is alive. `leased`: somebody works on it without
 * a job of ours. `open`: nobody does, or whoever did let the lease run out.
 */
export async function listInboxStates(
  db: Database | Trx,
  lookups: readonly InboxLookup[],
): Promise<{ state: 'completed' | 'enqueued' | 'leased' | 'open'; retry_ms: number | null }[]> {
  if (lookups.length === 0) return [];
  const { rows } = await sql<{
    state: 'completed' | 'enqueued' | 'leased' | 'open';
    retry_ms: number | null;
  }>`
    select
      case
        when inbox.state = 'COMPLETED' then 'completed'
        when job.id is not null then 'enqueued'
        when inbox.lease_until > clock_timestamp() then 'leased'
        else 'open'
      end as state,
      case when inbox.lease_until > clock_timestamp()
        then ceil(extract(epoch from inbox.lease_until - clock_timestamp()) * 1000)::float8 end as retry_ms
    from jsonb_to_recordset(${JSON.stringify(lookups.map((lookup, position) => ({ ...lookup, position })))}::jsonb)
      as asked (position integer, consumer text, event_id uuid, queue text, dedup_key text)
    left join consumer_inbox inbox using (consumer, event_id)
    left join jobs job using (queue, dedup_key)
    order by asked.position`.execute(db);
  return rows;
}

/** Lets a consumer be told once more of what it has handled, because a person wants it. */
export async function deleteCompleted(trx: Trx, event: { consumer: string; eventId: string }): Promise<void> {
  await trx
    .deleteFrom('consumer_inbox')
    .where('consumer', '=', event.consumer)
    .where('event_id', '=', event.eventId)
    .where('state', '=', 'COMPLETED')
    .execute();
}
