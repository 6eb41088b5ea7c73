import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from '#test/services.ts';
import {
  assetRow,
  codeOf,
  eventsCaller,
  insertEditor,
  insertProduct,
  landPhoto,
  storageEvent,
} from '#test/uploads.ts';
import { receiveStorageEvents } from './receive-storage-events.ts';

let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices({ MAX_PHOTOS_PER_PRODUCT: '100' }));
  editor = await insertEditor(services);
  productId = await insertProduct(services, editor.id);
});

const receive = (...keys: string[]) =>
  receiveStorageEvents(services, eventsCaller, storageEvent(services.store.bucket, ...keys));

describe('a notification', () => {
  it('registers an upload whose browser never calls', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    expect(await receive(object_key)).toEqual({ registered: 1, refused: 0, ignored: 0 });
    expect(await assetRow(services, asset_id)).toMatchObject({
      status: 'PROCESSING',
      completion_answered_at: null,
    });
  });

  it('that comes again, alone or beside itself, changes nothing', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    await Promise.all([receive(object_key, object_key), receive(object_key), receive(object_key)]);
    expect(await receive(object_key)).toEqual({ registered: 0, refused: 0, ignored: 1 });
    const events = await services.db
      .selectFrom('outbox_events')
      .where('key', '=', asset_id)
      .selectAll()
      .execute();
    expect(events).toHaveLength(1);
  });

  it('about anything but a landing object that is waited for is passed over', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    const elsewhere = storageEvent('another-bucket', object_key);
    expect(await receiveStorageEvents(services, eventsCaller, elsewhere)).toMatchObject({ ignored: 1 });
    expect(
      await receive(
        `masters/${'a'.repeat(64)}`,
        `assets/${asset_id}/thumb.jpg`,
        'assets/0b9a6f0e-5a6f-4b53-9c0e-2f6f3a1c7b9e/original.jpg',
        'a+b c/日本.png',
      ),
    ).toEqual({ registered: 0, refused: 0, ignored: 4 });
    expect((await assetRow(services, asset_id)).status).toBe('UPLOADING');
  });

  it('about an object that is gone again is passed over', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    await services.store.delete(object_key);
    expect(await receive(object_key)).toEqual({ registered: 0, refused: 0, ignored: 1 });
    expect((await assetRow(services, asset_id)).status).toBe('UPLOADING');
  });

  it('about bytes that are no photo fails that asset, deletes them, and lets the others in', async () => {
    const html = Buffer.from('<html><body>no photo</body></html>');
    const bad = await landPhoto(services, editor, productId, { bytes: html });
    const good = await landPhoto(services, editor, productId);
    expect(await receive(bad.object_key, good.object_key)).toEqual({ registered: 1, refused: 1, ignored: 0 });
    expect((await assetRow(services, bad.asset_id)).failure).toBe('not_an_image');
    expect(await services.store.head(bad.object_key)).toBeUndefined();
    expect((await assetRow(services, good.asset_id)).status).toBe('PROCESSING');
  });

  it('whose record fails for a passing reason is asked for again; the other records are done', async () => {
    const failing = await landPhoto(services, editor, productId);
    const good = await landPhoto(services, editor, productId);
    const { store } = services;
    const flaky: Services = {
      ...services,
      store: {
        ...store,
        head: (key) =>
          key === failing.object_key ? Promise.reject(new Error('connection reset')) : store.head(key),
      },
    };
    const body = storageEvent(store.bucket, failing.object_key, good.object_key);
    expect(await codeOf(receiveStorageEvents(flaky, eventsCaller, body))).toBe('unavailable');
    expect((await assetRow(services, good.asset_id)).status).toBe('PROCESSING');
    expect(await receiveStorageEvents(services, eventsCaller, body)).toEqual({
      registered: 1,
      refused: 0,
      ignored: 1,
    });
  });

  it('is taken from the store alone, and only in S3’s shape', async () => {
    expect(await codeOf(receiveStorageEvents(services, editor, storageEvent('photos', 'x')))).toBe(
      'forbidden',
    );
    expect(await codeOf(receiveStorageEvents(services, eventsCaller, { hello: 1 }))).toBe('invalid_request');
    const test = { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'photos' };
    expect(await receiveStorageEvents(services, eventsCaller, test)).toEqual({
      registered: 0,
      refused: 0,
      ignored: 0,
    });
  });
});
