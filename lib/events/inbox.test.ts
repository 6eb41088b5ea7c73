import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { testDatabase } from '#test/database.ts';
import { claimInbox } from './claim-inbox.ts';
import { completeInbox } from './complete-inbox.ts';
import { releaseInbox } from './release-inbox.ts';
import { renewInbox } from './renew-inbox.ts';

const { db } = await testDatabase();
const consumer = 'ingest';
const leaseMs = 60_000;

const claim = (eventId: string, owner = 'one') => claimInbox(db, { consumer, eventId, owner, leaseMs });
const complete = (eventId: string, fence: number) =>
  db.transaction().execute((trx) => completeInbox(trx, { consumer, eventId, fence, outcome: 'ready' }));
const findRow = (eventId: string) =>
  db.selectFrom('consumer_inbox').selectAll().where('event_id', '=', eventId).executeTakeFirst();
const expire = (eventId: string) =>
  sql`update consumer_inbox set lease_until = clock_timestamp() - interval '1 second'
    where event_id = ${eventId}`.execute(db);

async function claimed(eventId: string = randomUUID()): Promise<{ eventId: string; fence: number }> {
  const answer = await claim(eventId);
  if (answer.state !== 'claimed') throw new Error(`expected a claim but received ${answer.state}`);
  return { eventId, fence: answer.fence };
}

describe('the inbox', () => {
  it('gives a new event to one of 16 concurrent claimers', async () => {
    const eventId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => claim(eventId, `worker ${n}`)));
    expect(answers.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    expect(answers.filter(({ state }) => state === 'leased')).toHaveLength(15);
  });

  it('tells a second worker how long the first one’s lease still holds', async () => {
    const { eventId } = await claimed();
    const second = await claim(eventId, 'two');
    expect(second).toMatchObject({ state: 'leased' });
    if (second.state === 'leased') expect(second.retryMs).toBeGreaterThan(leaseMs / 2);
  });

  it('takes a completed event for a duplicate', async () => {
    const { eventId, fence } = await claimed();
    await complete(eventId, fence);
    expect(await claim(eventId)).toEqual({ state: 'completed' });
    expect(await findRow(eventId)).toMatchObject({ state: 'COMPLETED', outcome: 'ready' });
  });

  it('hands over an expired lease under a higher fence, and the first worker can do nothing more', async () => {
    const first = await claimed();
    await expire(first.eventId);
    const second = await claimed(first.eventId);
    expect(second.fence).toBeGreaterThan(first.fence);
    await expect(complete(first.eventId, first.fence)).rejects.toThrow(LeaseLost);
    await expect(renewInbox(db, { ...first, consumer, leaseMs })).rejects.toThrow(LeaseLost);
    await releaseInbox(db, { ...first, consumer });
    expect(await claim(first.eventId, 'two')).toMatchObject({ state: 'leased' });
    await complete(second.eventId, second.fence);
  });

  it('lets an owner whose attempt was cut short begin anew at once, and fences that attempt off', async () => {
    const first = await claimed();
    const again = await claimed(first.eventId);
    expect(again.fence).toBeGreaterThan(first.fence);
    await expect(complete(first.eventId, first.fence)).rejects.toThrow(LeaseLost);
    await complete(again.eventId, again.fence);
  });

  it('hands an expired lease to one of 16 concurrent claimers', async () => {
    const first = await claimed();
    await expire(first.eventId);
    const claimers = Array.from({ length: 16 }, (_, n) => claim(first.eventId, `worker ${n}`));
    const answers = await Promise.all(claimers);
    const takers = answers.filter((answer) => answer.state === 'claimed');
    expect(takers).toHaveLength(1);
    expect(takers[0]?.fence).toBeGreaterThan(first.fence);
  });

  it('neither completes nor renews under a lease that expired, even where nobody took over', async () => {
    const { eventId, fence } = await claimed();
    await expire(eventId);
    await expect(complete(eventId, fence)).rejects.toThrow(LeaseLost);
    await expect(renewInbox(db, { consumer, eventId, fence, leaseMs })).rejects.toThrow(LeaseLost);
    expect(await findRow(eventId)).toMatchObject({ state: 'PROCESSING' });
  });

  it('extends a lease that holds', async () => {
    const { eventId, fence } = await claimed();
    const before = (await findRow(eventId))?.lease_until?.getTime() ?? 0;
    await renewInbox(db, { consumer, eventId, fence, leaseMs: 600_000 });
    expect((await findRow(eventId))?.lease_until?.getTime()).toBeGreaterThan(before + 500_000);
  });

  it('gives a released event to the next at once', async () => {
    const first = await claimed();
    await releaseInbox(db, { ...first, consumer });
    expect((await claimed(first.eventId)).fence).toBeGreaterThan(first.fence);
  });

  it('stays open when the transaction that would complete it rolls back', async () => {
    const { eventId, fence } = await claimed();
    const attempt = db.transaction().execute(async (trx) => {
      await completeInbox(trx, { consumer, eventId, fence, outcome: 'ready' });
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await findRow(eventId)).toMatchObject({ state: 'PROCESSING', fence });
  });

  it('keeps the consumers of one event apart', async () => {
    const { eventId, fence } = await claimed();
    await complete(eventId, fence);
    const other = await claimInbox(db, { consumer: 'another', eventId, owner: 'one', leaseMs });
    expect(other.state).toBe('claimed');
  });
});
