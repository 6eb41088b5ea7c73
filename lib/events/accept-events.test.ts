import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { acceptEvents } from './accept-events.ts';
import { claimInbox } from './claim-inbox.ts';
import { completeInbox } from './complete-inbox.ts';
import type { DomainEvent } from './event.ts';

const { db } = await testDatabase();
const consumer = 'ingest';

function uploaded(eventId: string = randomUUID()): DomainEvent {
  const assetId = randomUUID();
  return {
    event_id: eventId,
    type: 'AssetUploaded',
    key: assetId,
    payload: {
      asset_id: assetId,
      bucket: 'photos',
      object_key: `assets/${assetId}/original.jpg`,
      etag: '"abc"',
      version_id: null,
      bytes: 3,
    },
    causation_id: null,
    request_id: null,
    trace_id: null,
    traceparent: null,
  };
}

const listJobs = (eventId: string) =>
  db.selectFrom('jobs').selectAll().where('dedup_key', '=', `${eventId}/${consumer}`).execute();
const hold = (eventId: string, leaseMs: number) =>
  claimInbox(db, { consumer, eventId, owner: 'worker-7', leaseMs });

describe('an event that a broker delivered', () => {
  it('becomes a job that carries the whole of it, and may be acknowledged', async () => {
    const event = uploaded();
    expect(await acceptEvents(db, [event])).toEqual([{ state: 'accepted' }]);
    expect(await listJobs(event.event_id)).toMatchObject([{ queue: 'ingest', payload: { event, consumer } }]);
  });

  it('is acknowledged and no job again once it is COMPLETED', async () => {
    const event = uploaded();
    const claim = await hold(event.event_id, 60_000);
    if (claim.state !== 'claimed') throw new Error('expected a claim');
    const lease = { consumer, eventId: event.event_id, fence: claim.fence, outcome: 'ready' };
    await db.transaction().execute((trx) => completeInbox(trx, lease));
    expect(await acceptEvents(db, [event])).toEqual([{ state: 'completed' }]);
    expect(await listJobs(event.event_id)).toEqual([]);
  });

  it('is neither processed nor acknowledged while another worker holds it, and says for how long', async () => {
    const event = uploaded();
    await hold(event.event_id, 60_000);
    const [answer] = await acceptEvents(db, [event]);
    expect(answer).toMatchObject({ state: 'leased' });
    if (answer?.state === 'leased') expect(answer.retryMs).toBeGreaterThan(30_000);
    expect(await listJobs(event.event_id)).toEqual([]);
  });

  it('is taken over once that lease has run out, under a higher fence', async () => {
    const event = uploaded();
    const first = await hold(event.event_id, -1000);
    expect(await acceptEvents(db, [event])).toEqual([{ state: 'accepted' }]);
    const [job] = await listJobs(event.event_id);
    const next = await claimInbox(db, {
      consumer,
      eventId: event.event_id,
      owner: `job ${job?.id}`,
      leaseMs: 60_000,
    });
    if (first.state !== 'claimed' || next.state !== 'claimed') throw new Error('expected two claims');
    expect(next.fence).toBeGreaterThan(first.fence);
  });

  it('is acknowledged while its own job is worked on: the row outlives the worker', async () => {
    const event = uploaded();
    await acceptEvents(db, [event]);
    await hold(event.event_id, 60_000);
    expect(await acceptEvents(db, [event])).toEqual([{ state: 'accepted' }]);
    expect(await listJobs(event.event_id)).toHaveLength(1);
  });

  it('makes one job however often and by however many it is delivered at once', async () => {
    const event = uploaded();
    await Promise.all(Array.from({ length: 12 }, () => acceptEvents(db, [event, event])));
    expect(await listJobs(event.event_id)).toHaveLength(1);
  });

  it('does not hold back the others of its batch', async () => {
    const [first, held, last] = [uploaded(), uploaded(), uploaded()];
    await hold(held.event_id, 60_000);
    const answers = await acceptEvents(db, [first, held, last]);
    expect(answers.map(({ state }) => state)).toEqual(['accepted', 'leased', 'accepted']);
  });

  it('may be acknowledged where nobody here wants it', async () => {
    const event: DomainEvent = {
      ...uploaded(),
      type: 'AssetReady',
      payload: { asset_id: randomUUID(), version: 1, source_hash: 'a'.repeat(64) },
    };
    expect((await acceptEvents(db, [event]))[0]?.state).not.toBe('leased');
  });
});
