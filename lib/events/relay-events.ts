import type { Trx } from '#db/client.ts';
import { claimUnpublished, markPublished } from '#db/queries/outbox.ts';
import type { Services } from '#lib/services.ts';
import type { DomainEvent } from './event.ts';

/** Resolves once whoever carries the events has them for good. */
export type Publish = (trx: Trx, events: readonly DomainEvent[]) => Promise<void>;

export const relayBatch = 500;

/**
 * Takes events from the outbox, publishes them under their own ids, and marks them, in one transaction whose row
 * locks keep other relays off. Drained as a queue and never by a last-seen cursor: ids and times are given before
 * the commit, so a cursor would run past a transaction that commits late. A relay that dies between the broker's
 * acknowledgement and its commit publishes again; consumers know an event by its id. Answers how many it published.
 */
export async function relayEvents({ db }: Pick<Services, 'db'>, publish: Publish): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // The outbox holds what `publishEvent` wrote, and that alone.
    const events = (await claimUnpublished(trx, relayBatch)) as DomainEvent[];
    if (events.length === 0) return 0;
    await publish(trx, events);
    await markPublished(
      trx,
      events.map(({ event_id }) => event_id),
    );
    return events.length;
  });
}
