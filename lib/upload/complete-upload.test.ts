import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from '#test/services.ts';
import {
  askUpload,
  assetRow,
  codeOf,
  drawPhoto,
  eventsCaller,
  insertEditor,
  insertProduct,
  landPhoto,
  putFile,
  storageEvent,
  uploadOf,
} from '#test/uploads.ts';
import { completeUpload } from './complete-upload.ts';
import { receiveStorageEvents } from './receive-storage-events.ts';

let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices());
  editor = await insertEditor(services);
});

async function freshProduct(): Promise<string> {
  productId = await insertProduct(services, editor.id);
  return productId;
}

const complete = (key: string, caller: Caller = editor) => completeUpload(services, caller, { key });

async function eventsOf(assetId: string) {
  return services.db.selectFrom('outbox_events').selectAll().where('key', '=', assetId).execute();
}

async function jobsOf(assetId: string) {
  return services.db
    .selectFrom('jobs')
    .selectAll()
    .where(sql<boolean>`payload #>> '{event,payload,asset_id}' = ${assetId}`)
    .execute();
}

describe('a completed upload', () => {
  it('is registered with what landed, one event and one job', async () => {
    const bytes = await drawPhoto();
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct(), { bytes });
    const completion = await complete(object_key);
    expect(completion).toEqual({ first: true, answer: { id: asset_id, url: `/library/${asset_id}` } });
    const row = await assetRow(services, asset_id);
    expect(row).toMatchObject({
      status: 'PROCESSING',
      landed_bytes: bytes.length,
      landed_type: 'image/jpeg',
      notes: [],
    });
    expect(row.landed_etag).toBe((await services.store.head(object_key))?.etag);
    const [event, ...others] = await eventsOf(asset_id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'AssetUploaded',
      payload: { asset_id, object_key, bytes: bytes.length },
    });
    expect(await jobsOf(asset_id)).toHaveLength(1);
    const audit = await services.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', asset_id)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'asset.requested', actor_id: editor.id },
      { action: 'asset.uploaded', actor_id: editor.id },
    ]);
  });

  it('is registered once by twenty completions with the store’s notification among them', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
    const event = () =>
      receiveStorageEvents(services, eventsCaller, storageEvent(services.store.bucket, object_key));
    const calls = Array.from({ length: 20 }, () => complete(object_key));
    const [completions] = await Promise.all([Promise.all(calls), event(), event()]);
    expect(completions.filter(({ first }) => first)).toHaveLength(1);
    expect(new Set(completions.map(({ answer }) => answer.id))).toEqual(new Set([asset_id]));
    expect(await eventsOf(asset_id)).toHaveLength(1);
    expect(await jobsOf(asset_id)).toHaveLength(1);
  });

  it('two completions at the same moment are one asset and one job', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
    const both = await Promise.all([complete(object_key), complete(object_key)]);
    expect(both.map(({ first }) => first).toSorted()).toEqual([false, true]);
    expect(await jobsOf(asset_id)).toHaveLength(1);
  });

  it('the first call is told so even where the store’s notification came first', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
    await receiveStorageEvents(services, eventsCaller, storageEvent(services.store.bucket, object_key));
    expect((await assetRow(services, asset_id)).status).toBe('PROCESSING');
    expect(await complete(object_key)).toMatchObject({ first: true, answer: { id: asset_id } });
    expect(await complete(object_key)).toMatchObject({ first: false, answer: { id: asset_id } });
  });

  it('a retry after a lost answer gets the same id, also once the photo is READY or FAILED later', async () => {
    for (const change of [
      { status: 'READY', failure: null },
      { status: 'FAILED', failure: 'undecodable' },
    ] as const) {
      const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
      const lost = await complete(object_key);
      expect(await complete(object_key)).toEqual({ first: false, answer: lost.answer });
      await services.db.updateTable('assets').set(change).where('id', '=', asset_id).execute();
      expect(await complete(object_key)).toEqual({ first: false, answer: lost.answer });
    }
  });

  it('notes a name or an announcement that the bytes contradict', async () => {
    const png = { filename: 'kit.png', content_type: 'image/png' };
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct(), {
      changes: png,
    });
    await complete(object_key);
    expect(await assetRow(services, asset_id)).toMatchObject({
      landed_type: 'image/jpeg',
      notes: ['The name ends in .png; the bytes are JPEG.'],
    });
  });
});

describe('the first bytes', () => {
  it('stay: a second PUT through the valid URL gets 412', async () => {
    const first = await drawPhoto();
    const answer = await landPhoto(services, editor, await freshProduct(), { bytes: first });
    expect((await putFile(answer, first)).status).toBe(412);
    await complete(answer.object_key);
    expect((await putFile(answer, first)).status).toBe(412);
  });

  it('are pinned: what is written after the object was taken away is not the asset’s', async () => {
    const first = await drawPhoto(10);
    const answer = await landPhoto(services, editor, await freshProduct(), { bytes: first });
    await complete(answer.object_key);
    const pinned = (await assetRow(services, answer.asset_id)).landed_etag;
    await services.store.delete(answer.object_key);
    const second = Buffer.from(first);
    second[second.length - 3] = (second[second.length - 3] ?? 0) ^ 1;
    expect((await putFile(answer, second)).status).toBe(200);
    await receiveStorageEvents(
      services,
      eventsCaller,
      storageEvent(services.store.bucket, answer.object_key),
    );
    await complete(answer.object_key);
    expect((await assetRow(services, answer.asset_id)).landed_etag).toBe(pinned);
    expect((await services.store.get(answer.object_key, { ifMatch: pinned ?? '' })).state).toBe('changed');
    expect(await jobsOf(answer.asset_id)).toHaveLength(1);
  });
});

describe('what is not a photo', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');

  it('HTML named kit.png is refused, deleted, and refused again', async () => {
    const changes = { filename: 'kit.png', content_type: 'image/png' };
    const answer = await landPhoto(services, editor, await freshProduct(), { bytes: html, changes });
    expect(await codeOf(complete(answer.object_key))).toBe('not_an_image');
    expect(await services.store.head(answer.object_key)).toBeUndefined();
    expect(await assetRow(services, answer.asset_id)).toMatchObject({
      status: 'FAILED',
      failure: 'not_an_image',
    });
    expect(await codeOf(complete(answer.object_key))).toBe('not_an_image');
    expect(await jobsOf(answer.asset_id)).toEqual([]);
  });

  it('a HEIC announced as JPEG says what to do, each time', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const answer = await landPhoto(services, editor, await freshProduct(), { bytes: heic });
    await expect(complete(answer.object_key)).rejects.toThrow(/Export the photo as JPEG/);
    await expect(complete(answer.object_key)).rejects.toThrow(/Export the photo as JPEG/);
    expect((await assetRow(services, answer.asset_id)).failure).toBe('unsupported_type');
  });

  it('bytes that come later to a refused asset’s key are never registered', async () => {
    const answer = await landPhoto(services, editor, await freshProduct(), { bytes: html });
    expect(await codeOf(complete(answer.object_key))).toBe('not_an_image');
    const photo = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(html.length - 4)]);
    expect((await putFile(answer, photo)).status).toBe(200);
    await receiveStorageEvents(
      services,
      eventsCaller,
      storageEvent(services.store.bucket, answer.object_key),
    );
    expect(await codeOf(complete(answer.object_key))).toBe('not_an_image');
    expect((await assetRow(services, answer.asset_id)).status).toBe('FAILED');
  });
});

describe('the announced length', () => {
  it('binds: the store refuses another one', async () => {
    const small = await askUpload(services, editor, uploadOf(await freshProduct(), 1_000_000));
    const put = await putFile(small, Buffer.alloc(60_000_000));
    expect(put.status).toBe(403);
    expect(await services.store.head(small.object_key)).toBeUndefined();
    expect(await codeOf(complete(small.object_key))).toBe('nothing_uploaded');
  });

  it('is compared at completion: another size is refused and nothing is kept', async () => {
    const answer = await askUpload(services, editor, uploadOf(await freshProduct(), 1_000_000));
    const big = Buffer.alloc(60_000_000);
    await services.store.put(answer.object_key, big, big.length, { contentType: 'image/jpeg' });
    expect(await codeOf(complete(answer.object_key))).toBe('size_mismatch');
    expect(await services.store.head(answer.object_key)).toBeUndefined();
    expect(await codeOf(complete(answer.object_key))).toBe('size_mismatch');
  });
});

describe('a key', () => {
  it('under which nothing was uploaded is 404, and may be completed later', async () => {
    const bytes = await drawPhoto();
    const answer = await askUpload(services, editor, uploadOf(await freshProduct(), bytes.length));
    expect(await codeOf(complete(answer.object_key))).toBe('nothing_uploaded');
    await putFile(answer, bytes);
    expect((await complete(answer.object_key)).first).toBe(true);
  });

  it('of somebody else, of nobody or of another kind is 404', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
    const other = await insertEditor(services);
    expect(await codeOf(complete(object_key, other))).toBe('not_found');
    for (const key of [
      'assets/0b9a6f0e-5a6f-4b53-9c0e-2f6f3a1c7b9e/original.jpg',
      `assets/${asset_id}/thumb.jpg`,
      'masters/x',
      'nul\0',
      '../x',
    ]) {
      expect(await codeOf(complete(key))).toBe('not_found');
    }
    expect((await assetRow(services, asset_id)).status).toBe('UPLOADING');
  });
});

describe('a full product', () => {
  it('takes exactly one of eight photos that arrive at once for its last place', async () => {
    const product = await freshProduct();
    const landed = await Promise.all(Array.from({ length: 12 }, () => landPhoto(services, editor, product)));
    for (const { object_key } of landed.slice(0, 4)) await complete(object_key);
    const results = await Promise.allSettled(landed.slice(4).map(({ object_key }) => complete(object_key)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { photos } = await services.db
      .selectFrom('assets')
      .select(({ fn }) => fn.countAll<number>().as('photos'))
      .where('product_id', '=', product)
      .where('status', '=', 'PROCESSING')
      .executeTakeFirstOrThrow();
    expect(photos).toBe(5);
  });

  it('refuses each time, keeps the bytes, and lets the photo in once there is room', async () => {
    const product = await freshProduct();
    const landed = await Promise.all(Array.from({ length: 6 }, () => landPhoto(services, editor, product)));
    const last = landed.pop();
    if (!last) throw new Error('six photos have a last one');
    for (const { object_key } of landed) await complete(object_key);
    expect(await codeOf(complete(last.object_key))).toBe('product_full');
    expect(await codeOf(complete(last.object_key))).toBe('product_full');
    expect(await assetRow(services, last.asset_id)).toMatchObject({
      status: 'FAILED',
      failure: 'product_full',
    });
    await services.db
      .updateTable('assets')
      .set({ binned_at: new Date() })
      .where('id', '=', landed[0]?.asset_id ?? '')
      .execute();
    expect((await complete(last.object_key)).first).toBe(true);
    expect(await assetRow(services, last.asset_id)).toMatchObject({ status: 'PROCESSING', failure: null });
  });
});

describe('a registration that fails', () => {
  it('is on record for repair, and the next completion makes it good', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, await freshProduct());
    await sql`create function refuse_registration() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`.execute(services.db);
    await sql`create trigger refuse_registration before insert on outbox_events
      for each row execute function refuse_registration()`.execute(services.db);
    try {
      expect(await codeOf(complete(object_key))).toBe('registration_failed');
    } finally {
      await sql`drop trigger refuse_registration on outbox_events`.execute(services.db);
    }
    expect((await assetRow(services, asset_id)).status).toBe('UPLOADING');
    expect(await services.store.head(object_key)).toBeDefined();
    const failures = () =>
      services.db
        .selectFrom('registration_failures')
        .select(['object_key', 'request_id', 'error', 'repaired_at'])
        .where('asset_id', '=', asset_id)
        .execute();
    expect(await failures()).toEqual([
      { object_key, request_id: editor.requestId, error: 'the disk is full', repaired_at: null },
    ]);
    expect((await complete(object_key)).first).toBe(true);
    expect((await failures())[0]?.repaired_at).not.toBeNull();
  });
});
