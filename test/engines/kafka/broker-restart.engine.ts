import { afterAll, expect, it } from 'vitest';
import { publishEvent } from '#lib/events/publish-event.ts';
import { startRelay } from '#lib/events/start-relay.ts';
import { testServices } from '#test/services.ts';
import { eventIdsOfJobs, eventually, idsOf, kafkaRig, uploadedEvent } from '../kafka-rig.ts';
import { withEngines } from '../with-engines.ts';
import { startKafka } from './start-kafka.ts';

withEngines(['brokers'], 'a broker that is killed under load', async () => {
  const kafka = await startKafka();
  afterAll(kafka.stop);
  const { services } = await testServices({ EVENTS: 'kafka', KAFKA_BROKERS: kafka.brokers });
  const { db, publisher, process, lag } = await kafkaRig(kafka.brokers);

  it('loses nothing of the outbox: every event becomes one job once it is back', async () => {
    const events = Array.from({ length: 400 }, () => uploadedEvent());
    const emit = (from: number, to: number) =>
      db.transaction().execute(async (trx) => {
        for (const { event_id, key, payload } of events.slice(from, to))
          await publishEvent(services, trx, {
            eventId: event_id,
            type: 'AssetUploaded',
            key,
            payload: payload as Extract<(typeof events)[number], { type: 'AssetUploaded' }>['payload'],
          });
      });
    const relay = startRelay({ ...services, db }, publisher, 20);
    process();
    await emit(0, 100);
    await eventually(async () => (await eventIdsOfJobs(db)).length).toBeGreaterThan(0);
    const restarting = kafka.restart();
    await emit(100, 300);
    await restarting;
    await emit(300, 400);
    await eventually(() => eventIdsOfJobs(db)).toEqual(idsOf(events));
    await eventually(lag).toBe(0);
    const left = await db
      .selectFrom('outbox_events')
      .select('event_id')
      .where('published_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
    await relay.stop();
  });
});
