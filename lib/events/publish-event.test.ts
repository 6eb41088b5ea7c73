import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { type NewEvent, publishEvent } from './publish-event.ts';

const { db } = await testDatabase();
const postgres = { env: { EVENTS: 'postgres' } } as const;

const approval = (eventId = randomUUID()): NewEvent => ({
  eventId,
  type: 'AssetApproved',
  key: 'asset-1',
  payload: { asset_id: 'asset-1', approval_id: 'approval-1' },
  causationId: '6a7f0c1e-3f43-4f5e-9c43-1f2b3c4d5e6f',
  caller: { requestId: 'request-1', traceId: 'trace-1' },
});
const publish = (event: NewEvent, transport: Parameters<typeof publishEvent>[0] = postgres) =>
  db.transaction().execute((trx) => publishEvent(transport, trx, event));
const listJobs = (eventId: string) =>
  db.selectFrom('jobs').selectAll().where('dedup_key', 'like', `${eventId}/%`).execute();
const findEvent = (eventId: string) =>
  db.selectFrom('outbox_events').selectAll().where('event_id', '=', eventId).executeTakeFirst();

describe('publishing an event', () => {
  it('writes it to the outbox and brings it to its consumer, in one transaction', async () => {
    const event = approval();
    expect(await publish(event)).toBe(true);
    const jobs = await listJobs(event.eventId);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      queue: 'plan',
      payload: {
        consumer: 'plan',
        event: {
          event_id: event.eventId,
          type: 'AssetApproved',
          key: 'asset-1',
          payload: { asset_id: 'asset-1', approval_id: 'approval-1' },
          causation_id: event.causationId,
          request_id: 'request-1',
          trace_id: 'trace-1',
          traceparent: null,
        },
      },
    });
    expect((await findEvent(event.eventId))?.published_at).toBeInstanceOf(Date);
  });

  it('leaves neither event nor job when the transaction rolls back', async () => {
    const event = approval();
    const attempt = db.transaction().execute(async (trx) => {
      await publishEvent(postgres, trx, event);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await findEvent(event.eventId)).toBeUndefined();
    expect(await listJobs(event.eventId)).toEqual([]);
  });

  it('makes one job of two publications with one id, even after the first job is done', async () => {
    const event = approval();
    await publish(event);
    expect(await publish(event)).toBe(false);
    expect(await listJobs(event.eventId)).toHaveLength(1);
    await db.deleteFrom('jobs').execute();
    expect(await publish(event)).toBe(false);
    expect(await listJobs(event.eventId)).toEqual([]);
  });

  it('makes one job of 20 concurrent publications with one id', async () => {
    const event = approval();
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(event)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await listJobs(event.eventId)).toHaveLength(1);
  });

  it('keeps an event that nobody here subscribes to for other systems', async () => {
    const eventId = randomUUID();
    await publish({
      eventId,
      type: 'AssetReady',
      key: 'asset-1',
      payload: { asset_id: 'asset-1', version: 1, source_hash: 'a'.repeat(64) },
    });
    expect(await findEvent(eventId)).toMatchObject({ type: 'AssetReady', causation_id: null });
    expect(await listJobs(eventId)).toEqual([]);
  });

  it('leaves it to the relay where a broker carries events', async () => {
    const event = approval();
    expect(await publish(event, { env: { EVENTS: 'kafka' } })).toBe(true);
    expect(await listJobs(event.eventId)).toEqual([]);
    expect(await findEvent(event.eventId)).toMatchObject({ published_at: null });
  });

  it('says for which audience a policy’s job is', async () => {
    const eventId = randomUUID();
    await publish({
      eventId,
      type: 'PolicyActivated',
      key: 'partner',
      payload: { audience: 'partner', policy_version: 2 },
    });
    expect(await listJobs(eventId)).toMatchObject([{ queue: 'plan', audience: 'partner' }]);
  });
});
