import { sql } from 'kysely';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { processMessages } from '#lib/events/process-messages.ts';
import { relayEvents } from '#lib/events/relay-events.ts';
import { releaseInbox } from '#lib/events/release-inbox.ts';
import { renewInbox } from '#lib/events/renew-inbox.ts';
import type { Services } from '#lib/services.ts';
import type { World } from './world.ts';

export async function relay({ services, broker, scheduler, latest }: World): Promise<void> {
  for (;;) {
    await scheduler.pause('looks into the outbox', () =>
      [...latest().outbox.values()].some(({ published }) => !published),
    );
    await relayEvents(services, async (_trx, events) => broker?.publish(events)).catch(() => undefined);
  }
}

export async function consume({ services, broker, scheduler }: World): Promise<void> {
  if (!broker) return;
  for (;;) {
    await scheduler.pause('looks at the broker', () => !broker.isDrained);
    try {
      const { messages, from } = await broker.poll(3);
      if (messages.length === 0) continue;
      const { settled } = await processMessages(services, messages);
      if (settled > 0) await broker.commit(from + settled);
    } catch {
      // Shown again: the offset stands where it stood.
    }
  }
}

/** A consumer without jobs: it claims events in the inbox itself, and what it does is a row of its own. */
export async function read({ services, scheduler, latest, leaseMs }: World, name: string): Promise<void> {
  const consumer = 'reader';
  const open = () =>
    [...latest().outbox.values()].filter(
      ({ type, event_id }) =>
        type === 'AssetUploaded' && latest().inbox.get(`${consumer} ${event_id}`)?.state !== 'COMPLETED',
    );
  for (;;) {
    await scheduler.pause('looks for events', () => open().length > 0);
    for (const { event_id: eventId } of open()) {
      const claim = await claimInbox(services.db, { consumer, eventId, owner: name, leaseMs }).catch(
        () => undefined,
      );
      if (claim?.state === 'claimed')
        await handle(services, { consumer, eventId, fence: claim.fence }, leaseMs);
    }
  }
}

async function handle({ db }: Services, lease: InboxLease, leaseMs: number): Promise<void> {
  const renewing = setInterval(
    () => void renewInbox(db, { ...lease, leaseMs }).catch(() => undefined),
    leaseMs / 3,
  );
  try {
    await db.transaction().execute(async (trx) => {
      await sql`insert into sim.effects (event_id) values (${lease.eventId})`.execute(trx);
      await completeInbox(trx, { ...lease, outcome: 'read' });
    });
  } catch {
    await releaseInbox(db, lease).catch(() => undefined);
  } finally {
    clearInterval(renewing);
  }
}
