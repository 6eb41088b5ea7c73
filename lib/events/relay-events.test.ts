import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { dispatchToJobs } from './dispatch-to-jobs.ts';
import type { DomainEvent } from './event.ts';
import { publishEvent } from './publish-event.ts';
import { relayBatch, relayEvents } from './relay-events.ts';

const { db } = await testDatabase();
const kafka = { env: { EVENTS: 'kafka' } } as const;

function emit(eventId: string = randomUUID(), causationId?: string): Promise<boolean> {
  return db.transaction().execute((trx) =>
    publishEvent(kafka, trx, {
      eventId,
      type: 'AssetApproved',
      key: 'asset-1',
      payload: { asset_id: randomUUID(), approval_id: randomUUID() },
      causationId,
      caller: { requestId: 'request-1', traceId: undefined },
    }),
  );
}

/** A broker that remembers. */
function broker(): { seen: DomainEvent[]; publish: Parameters<typeof relayEvents>[1] } {
  const seen: DomainEvent[] = [];
  return {
    seen,
    async publish(_trx, events) {
      seen.push(...events);
    },
  };
}

async function drain(publish: Parameters<typeof relayEvents>[1]): Promise<void> {
  while ((await relayEvents({ db }, publish)) > 0);
}

describe('the outbox relay', () => {
  it('publishes an event once, with its own id and what caused it', async () => {
    const [eventId, causationId] = [randomUUID(), randomUUID()];
    await emit(eventId, causationId);
    const { seen, publish } = broker();
    await drain(publish);
    await drain(publish);
    expect(seen).toMatchObject([
      {
        event_id: eventId,
        causation_id: causationId,
        type: 'AssetApproved',
        key: 'asset-1',
        request_id: 'request-1',
      },
    ]);
  });

  it('keeps what the broker did not acknowledge', async () => {
    const eventId = randomUUID();
    await emit(eventId);
    const away = relayEvents({ db }, () => Promise.reject(new Error('no broker')));
    await expect(away).rejects.toThrow('no broker');
    const { seen, publish } = broker();
    await drain(publish);
    expect(seen.map(({ event_id }) => event_id)).toEqual([eventId]);
  });

  it('loses no event whose transaction commits after a later one was published', async () => {
    const [late, early] = [randomUUID(), randomUUID()];
    const { seen, publish } = broker();
    await db.transaction().execute(async (trx) => {
      await publishEvent(kafka, trx, {
        eventId: late,
        type: 'AssetApproved',
        key: 'asset-2',
        payload: { asset_id: randomUUID(), approval_id: randomUUID() },
      });
      await emit(early);
      await drain(publish);
      expect(seen.map(({ event_id }) => event_id)).toEqual([early]);
    });
    await drain(publish);
    expect(seen.map(({ event_id }) => event_id)).toEqual([early, late]);
  });

  it('gives each event to one of several relays that run at once', async () => {
    const ids = Array.from({ length: relayBatch + 60 }, () => randomUUID());
    await Promise.all(ids.map((id) => emit(id)));
    const { seen, publish } = broker();
    await Promise.all(Array.from({ length: 4 }, () => drain(publish)));
    expect(seen.map(({ event_id }) => event_id).sort()).toEqual(ids.sort());
  });

  it('turns what a broker was to carry into jobs, once there is no broker any more', async () => {
    const eventId = randomUUID();
    await emit(eventId);
    await drain(dispatchToJobs);
    const jobs = await db.selectFrom('jobs').select('dedup_key').execute();
    expect(jobs.map(({ dedup_key }) => dedup_key)).toContain(`${eventId}/plan`);
  });
});
