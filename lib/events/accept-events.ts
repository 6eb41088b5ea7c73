import type { Database } from '#db/client.ts';
import { listInboxStates } from '#db/queries/inbox.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { deliveryJob, deliveryKey, listDeliveries } from './deliveries.ts';
import type { DomainEvent } from './event.ts';

export type Acceptance =
  /** Its consumers have their jobs, now or since an earlier delivery: to be acknowledged. */
  | { state: 'accepted' }
  /** Every consumer has handled it: to be acknowledged. */
  | { state: 'completed' }
  /** Somebody has it under a lease: neither process nor acknowledge, look again after `retryMs`. */
  | { state: 'leased'; retryMs: number };

/**
 * The processor's rule for events that a broker delivered, in the order of the answers: what the inbox says is
 * COMPLETED is acknowledged; what somebody holds under a lease is left alone; what is missing, or whose lease ran
 * out, becomes a job, and the job claims the event under a higher fence. An event whose job is alive is accepted
 * already, whoever works on it: the row outlives every worker, so the offset may go on while a slow picture does
 * not. All jobs of the batch are made in one statement.
 */
export async function acceptEvents(db: Database, events: readonly DomainEvent[]): Promise<Acceptance[]> {
  const deliveries = await listDeliveries(db, events);
  const states = await listInboxStates(
    db,
    deliveries.map(({ event, consumer, queue }) => ({
      consumer,
      event_id: event.event_id,
      queue,
      dedup_key: deliveryKey(event.event_id, consumer),
    })),
  );
  const open = deliveries.filter((_delivery, index) => states[index]?.state === 'open');
  await enqueueJobs(db, open.map(deliveryJob));
  const byEvent = Map.groupBy(
    deliveries.map(({ event }, index) => ({ event, found: states[index] })),
    ({ event }) => event,
  );
  return events.map((event) => summarize((byEvent.get(event) ?? []).map(({ found }) => found)));
}

type Found = Awaited<ReturnType<typeof listInboxStates>>[number] | undefined;

function summarize(found: readonly Found[]): Acceptance {
  const leases = found.filter((one) => one?.state === 'leased').map((one) => one?.retry_ms ?? 0);
  // The longest: until then the event cannot be acknowledged whatever becomes of the others.
  if (leases.length > 0) return { state: 'leased', retryMs: Math.max(1, ...leases) };
  return { state: found.every((one) => one?.state === 'completed') ? 'completed' : 'accepted' };
}
