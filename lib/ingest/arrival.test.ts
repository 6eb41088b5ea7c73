import { beforeEach, describe, expect, it } from 'vitest';
import { acceptEvents } from '#lib/events/accept-events.ts';
import { bridgeBatch } from '#lib/events/bridge/bridge-batch.ts';
import type { DomainEvent } from '#lib/events/event.ts';
import { relayEvents } from '#lib/events/relay-events.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import { retryUpload } from '#lib/upload/retry-upload.ts';
import { IngestRig } from '#test/ingest-rig.ts';
import { drawPhoto } from '#test/uploads.ts';

/** A photo whose way leads over a broker: the store's event and the registration's meet in the processor. */
const rig = await IngestRig.open({
  EVENTS: 'kafka',
  KAFKA_BROKERS: '127.0.0.1:9',
  MAX_PHOTOS_PER_PRODUCT: '1',
});
const { db, store } = rig.services;
beforeEach(async () => {
  await rig.clear();
  await db.deleteFrom('outbox_events').execute();
});

/** What the bridge makes of the store's own notification. */
async function bridged(objectKey: string, changes: object = {}): Promise<DomainEvent> {
  const facts = await store.head(objectKey);
  const object = { key: objectKey, size: facts?.bytes, eTag: facts?.etag.replaceAll('"', ''), ...changes };
  const record = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: store.bucket }, object } };
  const body = JSON.stringify({ Records: [record] });
  const [event] = bridgeBatch([{ messageId: '1', body }], store.bucket).readable[0]?.events ?? [];
  if (!event) throw new Error('the bridge made no event of the notification');
  return event;
}

/** What the relay publishes is what the processor is delivered. */
async function relay(): Promise<DomainEvent[]> {
  const published: DomainEvent[] = [];
  await relayEvents(rig.services, async (_trx, events) => {
    published.push(...events);
  });
  await acceptEvents(db, published);
  return published.filter(({ type }) => type === 'AssetUploaded');
}

const findAsset = (id: string) =>
  db.selectFrom('assets').select(['status', 'failure']).where('id', '=', id).executeTakeFirst();
const listInbox = (eventId: string) =>
  db.selectFrom('consumer_inbox').select(['state', 'outcome']).where('event_id', '=', eventId).execute();
const countJobs = async () => (await db.selectFrom('jobs').select('id').execute()).length;

describe('an upload that a broker tells of', () => {
  it('is registered and ingested by the store’s event alone', async () => {
    const landed = await rig.land(await drawPhoto());
    const event = await bridged(landed.object_key);
    await acceptEvents(db, [event]);
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'READY' });
    expect(await listInbox(event.event_id)).toEqual([{ state: 'COMPLETED', outcome: 'ready' }]);
  });

  it('is one event with one id, whether the bridge or the registration tells of it', async () => {
    const landed = await rig.land(await drawPhoto());
    const event = await bridged(landed.object_key);
    await completeUpload(rig.services, rig.editor, { key: landed.object_key });
    expect(await relay()).toMatchObject([{ event_id: event.event_id, key: event.key }]);
    await acceptEvents(db, [event, event]);
    expect(await countJobs()).toBe(1);
    expect(await rig.attempt()).toBe('done');
    expect(await acceptEvents(db, [event])).toEqual([{ state: 'completed' }]);
    expect(await countJobs()).toBe(0);
  });

  it('is ingested once where the registration is told of while the store’s event is at work', async () => {
    const landed = await rig.land(await drawPhoto());
    const event = await bridged(landed.object_key);
    await acceptEvents(db, [event]);
    await completeUpload(rig.services, rig.editor, { key: landed.object_key });
    await relay();
    expect(await countJobs()).toBe(1);
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'READY' });
  });

  it('waits, and is ingested later under the same id, where the object is gone again', async () => {
    const bytes = await drawPhoto();
    const landed = await rig.land(bytes);
    const event = await bridged(landed.object_key);
    await store.delete(landed.object_key);
    await acceptEvents(db, [event]);
    expect(await rig.attempt()).toBe('duplicate');
    expect(await listInbox(event.event_id)).toEqual([]);
    await store.put(landed.object_key, bytes, bytes.length, { contentType: 'image/jpeg' });
    await completeUpload(rig.services, rig.editor, { key: landed.object_key });
    expect(await relay()).toMatchObject([{ event_id: event.event_id }]);
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'READY' });
  });

  it('is ingested under the same id once there is room in a product that was full', async () => {
    const first = await rig.land(await drawPhoto(10));
    const second = await rig.land(await drawPhoto(20));
    await completeUpload(rig.services, rig.editor, { key: first.object_key });
    const event = await bridged(second.object_key);
    await db.deleteFrom('jobs').execute();
    await acceptEvents(db, [event]);
    expect(await rig.attempt()).toBe('duplicate');
    expect(await findAsset(second.asset_id)).toEqual({ status: 'FAILED', failure: 'product_full' });
    await db.updateTable('assets').set({ binned_at: new Date() }).where('id', '=', first.asset_id).execute();
    await retryUpload(rig.services, rig.editor, { assetId: second.asset_id });
    await db.deleteFrom('jobs').execute();
    await relay();
    await db.deleteFrom('jobs').where('dedup_key', 'not like', `${event.event_id}%`).execute();
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(second.asset_id)).toMatchObject({ status: 'READY' });
  });

  it('is not ingested by a late event about bytes that were replaced before they were registered', async () => {
    const landed = await rig.land(await drawPhoto());
    const stale = await bridged(landed.object_key, { eTag: '0'.repeat(32), sequencer: '0055AED6DCD90281E' });
    await acceptEvents(db, [stale]);
    expect(await rig.attempt()).toBe('duplicate');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'PROCESSING' });
    expect(await relay()).toMatchObject([{ event_id: (await bridged(landed.object_key)).event_id }]);
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'READY' });
  });

  it('is tried again while the store is away, and registered by the sweep where that lasts', async () => {
    const landed = await rig.land(await drawPhoto());
    const event = await bridged(landed.object_key);
    await acceptEvents(db, [event]);
    expect(await rig.fail()).toBe('dead');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'UPLOADING' });
    await completeUpload(rig.services, rig.editor, { key: landed.object_key });
    await relay();
    await db
      .updateTable('consumer_inbox')
      .set({ lease_until: new Date(0) })
      .where('state', '=', 'PROCESSING')
      .execute();
    expect(await rig.attempt()).toBe('done');
    expect(await findAsset(landed.asset_id)).toMatchObject({ status: 'READY' });
  });
});
