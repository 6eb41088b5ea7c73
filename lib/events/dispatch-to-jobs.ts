import type { Trx } from '#db/client.ts';
import { markPublished } from '#db/queries/outbox.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { deliveryJob, listDeliveries } from './deliveries.ts';
import type { DomainEvent } from './event.ts';

/**
 * The Postgres transport: one job a subscribed consumer, in the transaction of the event itself. Events drained as
 * jobs cannot be skipped, as a reader that remembers the last id it saw would skip a late commit.
 */
export async function dispatchToJobs(trx: Trx, events: readonly DomainEvent[]): Promise<void> {
  const deliveries = await listDeliveries(trx, events);
  await enqueueJobs(trx, deliveries.map(deliveryJob));
  await markPublished(
    trx,
    events.map(({ event_id }) => event_id),
  );
}
