import { randomUUID } from 'node:crypto';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { closeInbox } from '#lib/events/close-inbox.ts';
import { writeEventMessage } from '#lib/events/event-message.ts';
import { kafkaConnection } from '#lib/events/kafka/kafka-connection.ts';
import type { ReceivedMessage } from '#lib/events/kafka/kafka-consumer.ts';
import { messageHandler } from '#lib/events/message-handler.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { testServices } from '#test/services.ts';
import { eventIdsOfJobs, eventually, idsOf, kafkaRig, uploadedEvent } from '../kafka-rig.ts';
import { withEngines } from '../with-engines.ts';

withEngines(['brokers'], 'events on a real Kafka broker', async ({ brokers }) => {
  const { db, settings, publisher, process, lag } = await kafkaRig(brokers);
  beforeEach(async () => {
    await db.deleteFrom('jobs').execute();
  });

  const hold = (eventId: string, leaseMs: number) =>
    claimInbox(db, { consumer: 'ingest', eventId, owner: 'worker-7', leaseMs });

  async function sendRaw(value: string, key = 'x'): Promise<void> {
    const producer = new Producer({ ...kafkaConnection(settings, 'test'), serializers: stringSerializers });
    await producer.send({ messages: [{ topic: settings.KAFKA_TOPIC, key, value }], acks: -1 });
    await producer.close();
  }

  it('become one job each, and their offsets are committed', async () => {
    const events = Array.from({ length: 700 }, () => uploadedEvent());
    await publisher.publish(events.slice(0, 350));
    process();
    await publisher.publish(events.slice(350));
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf(events));
    await eventually(lag).toBe(0);
  });

  it('of one asset keep to one partition and their order', async () => {
    const assetId = randomUUID();
    const events = Array.from({ length: 40 }, () => uploadedEvent(assetId));
    const mine = new Set(idsOf(events));
    const seen: { partition: number; id: string }[] = [];
    process({
      async handle(messages: readonly ReceivedMessage[]) {
        for (const { partition, value } of messages) {
          const { event_id } = JSON.parse(value.toString()) as { event_id: string };
          if (mine.has(event_id)) seen.push({ partition, id: event_id });
        }
        return { settled: messages.length };
      },
    });
    for (const event of events) await publisher.publish([event]);
    await eventually(() => seen.length).toBe(events.length);
    expect(new Set(seen.map(({ partition }) => partition)).size).toBe(1);
    expect(seen.map(({ id }) => id)).toEqual(events.map(({ event_id }) => event_id));
  });

  it('are committed and no job again once they are COMPLETED', async () => {
    const event = uploadedEvent();
    await db
      .transaction()
      .execute((trx) => closeInbox(trx, { consumer: 'ingest', eventId: event.event_id }, 'ready'));
    await publisher.publish([event, event]);
    process();
    await eventually(lag).toBe(0);
    expect(await eventIdsOfJobs(db)).toEqual([]);
  });

  it('are neither processed nor committed under somebody’s lease, and taken over when it has run out', async () => {
    const assetId = randomUUID();
    const [held, behind] = [uploadedEvent(assetId), uploadedEvent(assetId)];
    await hold(held.event_id, 600_000);
    await publisher.publish([held, behind]);
    process();
    const other = uploadedEvent();
    await publisher.publish([other]);
    // The one behind has its job: it is accepted, and only its offset waits.
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf([behind, other]));
    expect(await lag()).toBeGreaterThanOrEqual(2);
    await sql`update consumer_inbox set lease_until = clock_timestamp() where event_id = ${held.event_id}`.execute(
      db,
    );
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf([held, behind, other]));
    await eventually(lag).toBe(0);
  });

  it('that nobody can read are parked whole, hold nothing up, and can be requeued', async () => {
    const { services } = await testServices();
    const assetId = randomUUID();
    const event = uploadedEvent(assetId);
    const poison = [
      'not json',
      '{"type":"Unheard"}',
      '"\\u0000"',
      '',
      JSON.stringify({ ...event, request_id: '\0' }),
    ];
    process();
    for (const value of poison) await sendRaw(value, assetId);
    await publisher.publish([event]);
    await eventually(() => eventIdsOfJobs(db)).toEqual([event.event_id]);
    await eventually(lag).toBe(0);
    const parked = await db.selectFrom('dead_jobs').selectAll().where('queue', '=', 'message').execute();
    const values = parked.map(({ payload }) =>
      Buffer.from((payload as { value: string }).value, 'base64').toString(),
    );
    expect(values.sort()).toEqual(poison.sort());
    expect(parked.every(({ last_error }) => last_error.length > 0)).toBe(true);

    const readable = { value: Buffer.from(writeEventMessage(uploadedEvent()).value).toString('base64') };
    const job = { payload: readable } as unknown as ClaimedJob;
    const requeued = await messageHandler.run({ ...services, db }, job, new AbortController().signal);
    expect(requeued).toEqual({ state: 'done' });
    expect(await eventIdsOfJobs(db)).toHaveLength(2);
  });

  it('come from the bridge as a Lambda function, which names only what must stay in the queue', async () => {
    vi.stubEnv('KAFKA_BROKERS', brokers);
    vi.stubEnv('KAFKA_TOPIC', settings.KAFKA_TOPIC);
    vi.stubEnv('S3_BUCKET', 'photos');
    vi.stubEnv('LOG_LEVEL', 'silent');
    const { handler } = await import('#lib/events/bridge/lambda.ts');
    const object = { key: `assets/${randomUUID()}/original.jpg`, size: 1, eTag: 'abc' };
    const record = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'photos' }, object } };
    const bodies = { good: { Records: [record] }, bad: 'nothing', test: { Event: 's3:TestEvent' } };
    const answer = await handler({
      Records: Object.entries(bodies).map(([messageId, body]) => ({ messageId, body: JSON.stringify(body) })),
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] });
    process();
    await eventually(async () => (await eventIdsOfJobs(db)).length).toBe(1);
  });

  it('are not lost and make no second job while members of the group come and go', async () => {
    const events = Array.from({ length: 3000 }, () => uploadedEvent());
    const first = process();
    await first.ready;
    for (let sent = 0; sent < events.length; sent += 500) {
      await publisher.publish(events.slice(sent, sent + 500));
      if (sent === 500) process();
      if (sent === 1500) await first.stop();
      if (sent === 2000) process();
    }
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf(events));
    await eventually(lag).toBe(0);
  });
});
