import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { IngestRig, sha256 } from '#test/ingest-rig.ts';
import { noisy } from '#test/pictures.ts';
import { assetRow, drawPhoto } from '#test/uploads.ts';

let rig: IngestRig;
beforeAll(async () => {
  rig = await IngestRig.open();
});
beforeEach(() => rig.clear());

describe('a photo that is fine', () => {
  test('becomes an immutable master, version 1 and an event, and leaves nothing behind', async () => {
    const bytes = await noisy(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const assetId = await rig.upload(bytes);
    expect(await rig.attempt()).toBe('done');

    expect(await assetRow(rig.services, assetId)).toMatchObject({ status: 'READY', failure: null });
    const hash = sha256(bytes);
    const master = await rig.services.db
      .selectFrom('masters')
      .selectAll()
      .where('sha256', '=', hash)
      .execute();
    expect(master).toMatchObject([
      {
        byte_size: bytes.length,
        media_type: 'image/jpeg',
        extension: 'jpg',
        width: 600,
        height: 900,
        has_alpha: false,
        pages: 1,
        facts: { classification: { kind: 'photo' }, exif_orientation: 6 },
      },
    ]);
    const stored = await rig.services.store.get(objectKeys.master(hash));
    if (stored.state !== 'found') throw new Error(`the master is ${stored.state}`);
    expect(sha256(Buffer.concat(await stored.body.toArray()))).toBe(hash);

    const versions = await rig.services.db
      .selectFrom('asset_versions')
      .select(['number', 'kind', 'master_sha256', 'source_hash'])
      .where('asset_id', '=', assetId)
      .execute();
    expect(versions).toEqual([{ number: 1, kind: 'original', master_sha256: hash, source_hash: hash }]);

    const thumbnail = await rig.services.store.get(objectKeys.staffThumbnail(assetId));
    if (thumbnail.state !== 'found') throw new Error(`the thumbnail is ${thumbnail.state}`);
    const small = await sharp(Buffer.concat(await thumbnail.body.toArray())).metadata();
    expect(small).toMatchObject({ format: 'jpeg', width: 320, height: 480 });

    const [inbox] = await rig.inbox(assetId);
    expect(inbox).toMatchObject({ state: 'COMPLETED', outcome: 'ready' });
    const [ready] = await rig.services.db
      .selectFrom('outbox_events')
      .select(['causation_id', 'payload'])
      .where('key', '=', assetId)
      .where('type', '=', 'AssetReady')
      .execute();
    expect(ready).toEqual({
      causation_id: inbox?.event_id,
      payload: { asset_id: assetId, version: 1, source_hash: hash },
    });
    expect(await rig.countJobs()).toBe(0);
    expect(rig.spooled()).toEqual([]);
  });

  test('is made once, however often its event is delivered', async () => {
    const assetId = await rig.upload(await drawPhoto(11));
    const job = await rig.services.db
      .selectFrom('jobs')
      .select('payload')
      .where('queue', '=', 'ingest')
      .executeTakeFirstOrThrow();
    expect(await rig.attempt()).toBe('done');
    await enqueueJob(rig.services.db, { queue: 'ingest', payload: job.payload });
    expect(await rig.attempt()).toBe('duplicate');
    expect(await rig.countJobs()).toBe(1);
    await rig.services.db.deleteFrom('jobs').execute();
    const events = await rig.services.db
      .selectFrom('outbox_events')
      .select('event_id')
      .where('key', '=', assetId)
      .where('type', '=', 'AssetReady')
      .execute();
    expect(events).toHaveLength(1);
  });

  test('shares the master of another asset with the same bytes', async () => {
    const bytes = await drawPhoto(12);
    const assets = [await rig.upload(bytes), await rig.upload(bytes)];
    expect([await rig.attempt(), await rig.attempt()]).toEqual(['done', 'done']);
    for (const assetId of assets) {
      expect(await assetRow(rig.services, assetId)).toMatchObject({ status: 'READY' });
    }
    const masters = rig.services.db
      .selectFrom('masters')
      .select('sha256')
      .where('sha256', '=', sha256(bytes));
    expect(await masters.execute()).toHaveLength(1);
  });

  test('that moves says which frame is used', async () => {
    const frames = await noisy(20, 60).raw().toBuffer();
    const raw = { width: 20, height: 60, channels: 3, pageHeight: 20 } as const;
    const assetId = await rig.upload(await sharp(frames, { raw }).gif().toBuffer(), {
      filename: 'moving.gif',
      content_type: 'image/gif',
    });
    await rig.attempt();
    const { status, notes } = await assetRow(rig.services, assetId);
    expect(status).toBe('READY');
    expect(notes).toEqual(['Animated GIF with 3 frames: only the first is used.']);
  });
});

describe('a file that is not', () => {
  test('truncated: FAILED with its reason, the event handled, no job and no master left', async () => {
    const whole = await noisy(300, 200).jpeg().toBuffer();
    const bytes = whole.subarray(0, whole.length - 500);
    const assetId = await rig.upload(bytes);
    expect(await rig.attempt()).toBe('done');
    expect(await assetRow(rig.services, assetId)).toMatchObject({
      status: 'FAILED',
      failure: 'undecodable',
      failure_detail: expect.stringContaining('premature end'),
    });
    expect(await rig.inbox(assetId)).toMatchObject([{ state: 'COMPLETED', outcome: 'undecodable' }]);
    expect(await rig.services.store.head(objectKeys.master(sha256(bytes)))).toBeUndefined();
    expect(await rig.countJobs()).toBe(0);
    expect(rig.spooled()).toEqual([]);
  });

  test('overwritten after its registration: FAILED, and the second bytes are nowhere', async () => {
    const assetId = await rig.upload(await drawPhoto(21));
    const second = await drawPhoto(22);
    const { object_key } = await assetRow(rig.services, assetId);
    await rig.services.store.put(object_key, second, second.length, { contentType: 'image/jpeg' });
    await rig.attempt();
    expect(await assetRow(rig.services, assetId)).toMatchObject({
      status: 'FAILED',
      failure: 'upload_changed',
    });
    expect(await rig.services.store.head(objectKeys.master(sha256(second)))).toBeUndefined();
  });

  test('overwritten after it was read: nothing changes any more', async () => {
    const first = await drawPhoto(23);
    const assetId = await rig.upload(first);
    await rig.attempt();
    const second = await drawPhoto(24);
    const { object_key } = await assetRow(rig.services, assetId);
    await rig.services.store.put(object_key, second, second.length, { contentType: 'image/jpeg' });
    const version = await rig.services.db
      .selectFrom('asset_versions')
      .select('master_sha256')
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
    expect(version.master_sha256).toBe(sha256(first));
  });

  test('gone from the store, with another checksum, or too large: each has its own reason', async () => {
    const gone = await rig.upload(await drawPhoto(25));
    await rig.services.store.delete((await assetRow(rig.services, gone)).object_key);
    await rig.attempt();
    expect((await assetRow(rig.services, gone)).failure).toBe('upload_changed');

    const other = await rig.upload(await drawPhoto(26));
    const declared_sha256 = sha256(Buffer.from('something else'));
    await rig.services.db.updateTable('assets').set({ declared_sha256 }).where('id', '=', other).execute();
    await rig.attempt();
    expect((await assetRow(rig.services, other)).failure).toBe('checksum_mismatch');

    const large = await rig.upload(await drawPhoto(27));
    await rig.attempt({ ...rig.services, env: { ...rig.services.env, MAX_UPLOAD_BYTES: 100 } });
    expect((await assetRow(rig.services, large)).failure).toBe('too_large');
    expect(rig.spooled()).toEqual([]);
  });

  test('that can’t be opened in time is given up', async () => {
    const assetId = await rig.upload(await drawPhoto(28));
    await rig.attempt({ ...rig.services, env: { ...rig.services.env, DECODE_DEADLINE_MS: 1 } });
    expect(await assetRow(rig.services, assetId)).toMatchObject({
      status: 'FAILED',
      failure: 'decode_timeout',
    });
  });
});
