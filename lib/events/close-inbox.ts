import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';

/**
 * Marks the event handled without holding its lease, in the transaction that buries its job: the job was the only
 * way in which it could still have been handled, and a handler that is somehow at work can no longer commit.
 */
export async function closeInbox(
  trx: Trx,
  event: { consumer: string; eventId: string },
  outcome: string,
): Promise<void> {
  await sql`
    insert into consumer_inbox (consumer, event_id, state, fence, outcome, completed_at)
    values (${event.consumer}, ${event.eventId}, 'COMPLETED', nextval('fences'), ${outcome}, clock_timestamp())
    on conflict (consumer, event_id) do update
      set state = 'COMPLETED', outcome = ${outcome}, lease_until = null, completed_at = clock_timestamp()
      where consumer_inbox.state = 'PROCESSING'`.execute(trx);
}
