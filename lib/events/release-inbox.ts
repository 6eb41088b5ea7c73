import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { InboxLease } from './inbox-lease.ts';

/** Ends the lease at once, so that a retry need not wait for it. Does nothing where the lease was lost. */
export async function releaseInbox(db: Database, lease: InboxLease): Promise<void> {
  await sql`
    update consumer_inbox set lease_until = '-infinity', lease_owner = null
    where consumer = ${lease.consumer} and event_id = ${lease.eventId} and fence = ${lease.fence}
      and state = 'PROCESSING'`.execute(db);
}
