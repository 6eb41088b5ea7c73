import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import type { InboxLease } from './inbox-lease.ts';

/**
 * Leaves an event as if it had never been delivered: nothing came of it, and the same event may have to be handled
 * later. Throws `LeaseLost`, and nothing of that transaction may be committed.
 */
export async function forgetInbox(trx: Trx, lease: InboxLease): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from consumer_inbox
    where consumer = ${lease.consumer} and event_id = ${lease.eventId} and fence = ${lease.fence}
      and state = 'PROCESSING' and lease_until > clock_timestamp()`.execute(trx);
  if (numAffectedRows !== 1n) throw new LeaseLost(`event ${lease.eventId}`);
}
