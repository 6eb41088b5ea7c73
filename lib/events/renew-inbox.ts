import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import type { InboxLease } from './inbox-lease.ts';

/** Extends a lease that still holds. Throws `LeaseLost` where it has ended or the event was taken over. */
export async function renewInbox(db: Database, lease: InboxLease & { leaseMs: number }): Promise<void> {
  const { numAffectedRows } = await sql`
    update consumer_inbox set lease_until = clock_timestamp() + ${lease.leaseMs} * interval '1 millisecond'
    where consumer = ${lease.consumer} and event_id = ${lease.eventId} and fence = ${lease.fence}
      and state = 'PROCESSING' and lease_until > clock_timestamp()`.execute(db);
  if (numAffectedRows !== 1n) throw new LeaseLost(`event ${lease.eventId}`);
}
