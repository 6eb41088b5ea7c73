import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import type { InboxLease } from './inbox-lease.ts';

/**
 * Marks the event handled, in the transaction that stores what came of it. Throws `LeaseLost`, and nothing of that
 * transaction may be committed.
 */
export async function completeInbox(trx: Trx, lease: InboxLease & { outcome: string }): Promise<void> {
  const { numAffectedRows } = await sql`
    update consumer_inbox
    set state = 'COMPLETED', outcome = ${lease.outcome}, lease_until = null, completed_at = clock_timestamp()
    where consumer = ${lease.consumer} and event_id = ${lease.eventId} and fence = ${lease.fence}
      and state = 'PROCESSING' and lease_until > clock_timestamp()`.execute(trx);
  if (numAffectedRows !== 1n) throw new LeaseLost(`event ${lease.eventId}`);
}
