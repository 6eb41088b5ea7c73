import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

export type InboxClaim =
  | { state: 'claimed'; fence: number }
  /** Handled before: a duplicate delivery, to be acknowledged. */
  | { state: 'completed' }
  /** Another worker has it: neither process nor acknowledge, look again after `retryMs`. */
  | { state: 'leased'; retryMs: number };

/**
 * Takes an event that nobody has handled, or whose handler let its lease run out, under a new and higher fence. An
 * owner that comes back, as a retried job does, need not wait for its own lease: its earlier attempt is fenced off.
 */
export async function claimInbox(
  db: Database,
  claim: { consumer: string; eventId: string; owner: string; leaseMs: number },
): Promise<InboxClaim> {
  const { consumer, eventId, owner, leaseMs } = claim;
  // The update draws its fence after it has the row's lock; the one the insert drew may be older than a rival's.
  const taken = await sql<{ fence: number }>`
    insert into consumer_inbox (consumer, event_id, state, fence, lease_owner, lease_until)
    values (${consumer}, ${eventId}, 'PROCESSING', nextval('fences'), ${owner},
      clock_timestamp() + ${leaseMs} * interval '1 millisecond')
    on conflict (consumer, event_id) do update
      set fence = nextval('fences'), lease_owner = ${owner}, claimed_at = clock_timestamp(),
        lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where consumer_inbox.state = 'PROCESSING'
        and (consumer_inbox.lease_until <= clock_timestamp() or consumer_inbox.lease_owner = ${owner})
    returning fence`.execute(db);
  const fence = taken.rows[0]?.fence;
  if (fence !== undefined) return { state: 'claimed', fence };

  const met = await sql<{ state: string; retry_ms: number | null }>`
    select state, ceil(extract(epoch from lease_until - clock_timestamp()) * 1000)::float8 as retry_ms
    from consumer_inbox where consumer = ${consumer} and event_id = ${eventId}`.execute(db);
  if (met.rows[0]?.state === 'COMPLETED') return { state: 'completed' };
  // A lease that ended between the two statements is worth an immediate second look, by the same road.
  return { state: 'leased', retryMs: Math.max(met.rows[0]?.retry_ms ?? 0, 1) };
}
