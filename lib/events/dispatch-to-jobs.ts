import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import type { Delivery, DomainEvent } from './event.ts';
import { subscriptions } from './subscriptions.ts';

/**
 * The Postgres transport: one job a subscribed consumer, in the transaction of the event itself. Events drained as
 * jobs cannot be skipped, as a reader that remembers the last id it saw would skip a late commit.
 */
export async function dispatchToJobs(trx: Trx, event: DomainEvent): Promise<void> {
  const jobs = subscriptions[event.type].map(({ consumer, queue }) => ({
    queue,
    dedupKey: `${event.event_id}/${consumer}`,
    payload: { event, consumer } satisfies Delivery,
    audience: 'audience' in event.payload ? event.payload.audience : undefined,
  }));
  await enqueueJobs(trx, jobs);
  await trx
    .updateTable('outbox_events')
    .set({ published_at: sql`clock_timestamp()` })
    .where('event_id', '=', event.event_id)
    .execute();
}
