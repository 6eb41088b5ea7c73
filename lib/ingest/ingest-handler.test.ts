import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { claimJobs } from '#lib/jobs/claim-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { runJob, type Settlement } from '#lib/jobs/run-job.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import type { UploadRequest } from '#lib/upload/request-schema.ts';
import { testServices } from '#test/services.ts';
import { assetRow, drawPhoto, insertEditor, insertProduct, landPhoto } from '#test/uploads.ts';
import { dismissFailure } from './dismiss-failure.ts';
import { noisy } from './fixtures.ts';
import { ingestHandler } from './ingest-handler.ts';
import { retryIngest } from './retry-ingest.ts';
import { settleFailed } from './settle-failed.ts';
import { spoolFolder } from './spool.ts';

let services: Services;
let storeSettings: Parameters<typeof connectS3>[0];
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'blazon-data-'));
  const made = await testServices({ DATA_DIR: dataFolder });
  services = made.services;
  storeSettings = made.store.settings;
  editor = await insertEditor(services);
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));
});

beforeEach(async () => {
  productId = await insertProduct(services, editor.id);
  await services.db.deleteFrom('jobs').execute();
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An asset that is PROCESSING, with its job. */
async function upload(bytes: Buffer, changes: Partial<UploadRequest> = {}): Promise<string> {
  const { asset_id, object_key } = await landPhoto(services, editor, productId, { bytes, changes });
  await completeUpload(services, editor, { key: object_key });
  return asset_id;
}

/** Claims the one ready job and makes one attempt at it. */
async function attempt(using: Services = services): Promise<Settlement> {
  await sql`update jobs set run_at = clock_timestamp() - interval '1 second'`.execute(services.db);
  const [claim] = await claimJobs(services.db, {
    queue: 'ingest',
    limit: 1,
    workerId: 'test',
    leaseMs: 60_000,
  });
  if (!claim) throw new Error('there is no job to attempt');
  const controller = new AbortController();
  return runJob({ services: using, handler: ingestHandler, claim, controller, random: () => 0.5 });
}

async function insertMaster(master: { sha256: string; state: 'deleting' }): Promise<void> {
  await services.db
    .insertInto('masters')
    .values({
      ...master,
      byte_size: 1,
      media_type: 'image/jpeg',
      extension: 'jpg',
      width: 1,
      height: 1,
      has_alpha: false,
      pages: 1,
      facts: '{}',
      perceptual_hash: '',
      thumb_hash: '',
    })
    .execute();
}

const inboxOf = (assetId: string) =>
  services.db
    .selectFrom('consumer_inbox')
    .innerJoin('outbox_events', 'outbox_events.event_id', 'consumer_inbox.event_id')
    .select(['consumer_inbox.event_id', 'state', 'outcome', 'lease_until', 'fence', 'consumer'])
    .where('outbox_events.key', '=', assetId)
    .orderBy('claimed_at')
    .execute();
const countJobs = async () =>
  (await services.db.selectFrom('jobs').select('id').where('queue', '=', 'ingest').execute()).length;
const spooled = () => readdirSync(spoolFolder(services.env));
const storeIsAway = (): Services => ({
  ...services,
  store: connectS3({ ...storeSettings, S3_ENDPOINT: 'http://127.0.0.1:9' }),
});

describe('a photo that is fine', () => {
  test('becomes an immutable master, version 1 and an event, and leaves nothing behind', async () => {
    const bytes = await noisy(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const assetId = await upload(bytes);
    expect(await attempt()).toBe('done');

    expect(await assetRow(services, assetId)).toMatchObject({ status: 'READY', failure: null });
    const hash = sha256(bytes);
    const master = await services.db.selectFrom('masters').selectAll().where('sha256', '=', hash).execute();
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
    const stored = await services.store.get(objectKeys.master(hash));
    if (stored.state !== 'found') throw new Error(`the master is ${stored.state}`);
    expect(sha256(Buffer.concat(await stored.body.toArray()))).toBe(hash);

    const versions = await services.db
      .selectFrom('asset_versions')
      .select(['number', 'kind', 'master_sha256', 'source_hash'])
      .where('asset_id', '=', assetId)
      .execute();
    expect(versions).toEqual([{ number: 1, kind: 'original', master_sha256: hash, source_hash: hash }]);

    const thumbnail = await services.store.get(objectKeys.staffThumbnail(assetId));
    if (thumbnail.state !== 'found') throw new Error(`the thumbnail is ${thumbnail.state}`);
    const small = await sharp(Buffer.concat(await thumbnail.body.toArray())).metadata();
    expect(small).toMatchObject({ format: 'jpeg', width: 320, height: 480 });

    const [inbox] = await inboxOf(assetId);
    expect(inbox).toMatchObject({ state: 'COMPLETED', outcome: 'ready' });
    const [ready] = await services.db
      .selectFrom('outbox_events')
      .select(['causation_id', 'payload'])
      .where('key', '=', assetId)
      .where('type', '=', 'AssetReady')
      .execute();
    expect(ready).toEqual({
      causation_id: inbox?.event_id,
      payload: { asset_id: assetId, version: 1, source_hash: hash },
    });
    expect(await countJobs()).toBe(0);
    expect(spooled()).toEqual([]);
  });

  test('is made once, however often its event is delivered', async () => {
    const assetId = await upload(await drawPhoto(11));
    const job = await services.db
      .selectFrom('jobs')
      .select('payload')
      .where('queue', '=', 'ingest')
      .executeTakeFirstOrThrow();
    expect(await attempt()).toBe('done');
    await enqueueJob(services.db, { queue: 'ingest', payload: job.payload });
    expect(await attempt()).toBe('duplicate');
    expect(await countJobs()).toBe(1);
    await services.db.deleteFrom('jobs').execute();
    const events = await services.db
      .selectFrom('outbox_events')
      .select('event_id')
      .where('key', '=', assetId)
      .where('type', '=', 'AssetReady')
      .execute();
    expect(events).toHaveLength(1);
  });

  test('shares the master of another asset with the same bytes', async () => {
    const bytes = await drawPhoto(12);
    const assets = [await upload(bytes), await upload(bytes)];
    expect([await attempt(), await attempt()]).toEqual(['done', 'done']);
    for (const assetId of assets) {
      expect(await assetRow(services, assetId)).toMatchObject({ status: 'READY' });
    }
    const masters = services.db.selectFrom('masters').select('sha256').where('sha256', '=', sha256(bytes));
    expect(await masters.execute()).toHaveLength(1);
  });

  test('that moves says which frame is used', async () => {
    const frames = await noisy(20, 60).raw().toBuffer();
    const raw = { width: 20, height: 60, channels: 3, pageHeight: 20 } as const;
    const assetId = await upload(await sharp(frames, { raw }).gif().toBuffer(), {
      filename: 'moving.gif',
      content_type: 'image/gif',
    });
    await attempt();
    const { status, notes } = await assetRow(services, assetId);
    expect(status).toBe('READY');
    expect(notes).toEqual(['Animated GIF with 3 frames: only the first is used.']);
  });
});

describe('a file that is not', () => {
  test('truncated: FAILED with its reason, the event handled, no job and no master left', async () => {
    const whole = await noisy(300, 200).jpeg().toBuffer();
    const bytes = whole.subarray(0, whole.length - 500);
    const assetId = await upload(bytes);
    expect(await attempt()).toBe('done');
    expect(await assetRow(services, assetId)).toMatchObject({
      status: 'FAILED',
      failure: 'undecodable',
      failure_detail: expect.stringContaining('premature end'),
    });
    expect(await inboxOf(assetId)).toMatchObject([{ state: 'COMPLETED', outcome: 'undecodable' }]);
    expect(await services.store.head(objectKeys.master(sha256(bytes)))).toBeUndefined();
    expect(await countJobs()).toBe(0);
    expect(spooled()).toEqual([]);
  });

  test('overwritten after its registration: FAILED, and the second bytes are nowhere', async () => {
    const assetId = await upload(await drawPhoto(21));
    const second = await drawPhoto(22);
    const { object_key } = await assetRow(services, assetId);
    await services.store.put(object_key, second, second.length, { contentType: 'image/jpeg' });
    await attempt();
    expect(await assetRow(services, assetId)).toMatchObject({ status: 'FAILED', failure: 'upload_changed' });
    expect(await services.store.head(objectKeys.master(sha256(second)))).toBeUndefined();
  });

  test('overwritten after it was read: nothing changes any more', async () => {
    const first = await drawPhoto(23);
    const assetId = await upload(first);
    await attempt();
    const second = await drawPhoto(24);
    const { object_key } = await assetRow(services, assetId);
    await services.store.put(object_key, second, second.length, { contentType: 'image/jpeg' });
    const version = await services.db
      .selectFrom('asset_versions')
      .select('master_sha256')
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
    expect(version.master_sha256).toBe(sha256(first));
  });

  test('gone from the store, with another checksum, or too large: each has its own reason', async () => {
    const gone = await upload(await drawPhoto(25));
    await services.store.delete((await assetRow(services, gone)).object_key);
    await attempt();
    expect((await assetRow(services, gone)).failure).toBe('upload_changed');

    const other = await upload(await drawPhoto(26));
    const declared_sha256 = sha256(Buffer.from('something else'));
    await services.db.updateTable('assets').set({ declared_sha256 }).where('id', '=', other).execute();
    await attempt();
    expect((await assetRow(services, other)).failure).toBe('checksum_mismatch');

    const large = await upload(await drawPhoto(27));
    await attempt({ ...services, env: { ...services.env, MAX_UPLOAD_BYTES: 100 } });
    expect((await assetRow(services, large)).failure).toBe('too_large');
    expect(spooled()).toEqual([]);
  });

  test('that can’t be opened in time is given up', async () => {
    const assetId = await upload(await drawPhoto(28));
    await attempt({ ...services, env: { ...services.env, DECODE_DEADLINE_MS: 1 } });
    expect(await assetRow(services, assetId)).toMatchObject({ status: 'FAILED', failure: 'decode_timeout' });
  });
});

describe('when something else fails', () => {
  test('a store that is away costs an attempt, and the next one succeeds', async () => {
    const assetId = await upload(await drawPhoto(31));
    expect(await attempt(storeIsAway())).toBe('retry');
    expect((await assetRow(services, assetId)).status).toBe('PROCESSING');
    const [inbox] = await inboxOf(assetId);
    expect(inbox).toMatchObject({ state: 'PROCESSING', outcome: null });
    expect(await attempt()).toBe('done');
    expect((await assetRow(services, assetId)).status).toBe('READY');
  });

  test('a job that dies takes its asset to FAILED and its event to COMPLETED', async () => {
    const assetId = await upload(await drawPhoto(32));
    await services.db.updateTable('jobs').set({ max_attempts: 1 }).execute();
    expect(await attempt(storeIsAway())).toBe('dead');
    expect(await assetRow(services, assetId)).toMatchObject({ status: 'FAILED', failure: 'internal' });
    expect(await inboxOf(assetId)).toMatchObject([{ state: 'COMPLETED', outcome: 'internal' }]);
  });

  test('an event that another worker has is left to it', async () => {
    const assetId = await upload(await drawPhoto(33));
    const event = await services.db
      .selectFrom('outbox_events')
      .select('event_id')
      .where('key', '=', assetId)
      .executeTakeFirstOrThrow();
    const claim = { consumer: 'ingest', eventId: event.event_id, owner: 'other', leaseMs: 60_000 };
    const taken = await claimInbox(services.db, claim);
    expect(taken.state).toBe('claimed');
    expect(await attempt()).toBe('later');
    expect((await assetRow(services, assetId)).status).toBe('PROCESSING');
    await services.db
      .updateTable('consumer_inbox')
      .set({ lease_until: sql`clock_timestamp() - interval '1 second'` })
      .where('event_id', '=', event.event_id)
      .execute();
    expect(await attempt()).toBe('done');
  });

  test('a worker whose lease on the event expired can’t commit', async () => {
    const assetId = await upload(await drawPhoto(34));
    const [claimed] = await claimJobs(services.db, {
      queue: 'ingest',
      limit: 1,
      workerId: 'slow',
      leaseMs: 60_000,
    });
    const { event_id: eventId } = await services.db
      .selectFrom('outbox_events')
      .select('event_id')
      .where('key', '=', assetId)
      .executeTakeFirstOrThrow();
    const old = await claimInbox(services.db, { consumer: 'ingest', eventId, owner: 'slow', leaseMs: -1 });
    const now = await claimInbox(services.db, {
      consumer: 'ingest',
      eventId,
      owner: 'fast',
      leaseMs: 60_000,
    });
    if (!claimed || old.state !== 'claimed' || now.state !== 'claimed') throw new Error('not claimed');
    const caller: Caller = { actor: { kind: 'system', name: 'ingest' }, requestId: 'x', traceId: undefined };
    const work = {
      delivery: { consumer: 'ingest', eventId, assetId, caller },
      lease: { consumer: 'ingest', eventId, fence: old.fence },
      job: claimed.job,
    };
    const late = settleFailed(services, work, { failure: 'undecodable', detail: 'too late' });
    await expect(late).rejects.toThrow(LeaseLost);
    expect((await assetRow(services, assetId)).status).toBe('PROCESSING');
    await services.db.deleteFrom('jobs').execute();
  });

  test('an event about nothing, or about an asset that is settled, is done with', async () => {
    const event = {
      event_id: randomUUID(),
      type: 'AssetUploaded',
      key: 'x',
      payload: { asset_id: randomUUID() },
      causation_id: null,
      request_id: null,
      trace_id: null,
    };
    await enqueueJob(services.db, { queue: 'ingest', payload: { event, consumer: 'ingest' } });
    expect(await attempt()).toBe('duplicate');
    expect(await countJobs()).toBe(0);
  });

  test('a payload that is no event dies at once', async () => {
    await enqueueJob(services.db, { queue: 'ingest', payload: { nonsense: true } });
    expect(await attempt()).toBe('dead');
  });
});

describe('a master that is shared', () => {
  test('and is being removed makes the upload wait, then is there again', async () => {
    const bytes = await drawPhoto(41);
    const master = objectKeys.master(sha256(bytes));
    await services.store.put(master, bytes, bytes.length, { contentType: 'image/jpeg' });
    await insertMaster({ sha256: sha256(bytes), state: 'deleting' });
    const assetId = await upload(bytes);
    expect(await attempt()).toBe('later');
    expect((await assetRow(services, assetId)).status).toBe('PROCESSING');
    await services.store.delete(master);
    await services.db.deleteFrom('masters').where('sha256', '=', sha256(bytes)).execute();
    expect(await attempt()).toBe('done');
    expect((await assetRow(services, assetId)).status).toBe('READY');
    expect(await services.store.head(objectKeys.master(sha256(bytes)))).toMatchObject({
      bytes: bytes.length,
    });
  });

  test('whose object is missing gets it back', async () => {
    const bytes = await drawPhoto(42);
    await upload(bytes);
    await attempt();
    await services.store.delete(objectKeys.master(sha256(bytes)));
    await upload(bytes);
    expect(await attempt()).toBe('done');
    expect(await services.store.head(objectKeys.master(sha256(bytes)))).toMatchObject({
      bytes: bytes.length,
    });
  });
});

describe('what a person can do', () => {
  async function failed(shade: number): Promise<string> {
    const assetId = await upload(await drawPhoto(shade));
    await services.db.updateTable('jobs').set({ max_attempts: 1 }).execute();
    await attempt(storeIsAway());
    return assetId;
  }

  test('a failure on our side can be tried again, under a new event', async () => {
    const assetId = await failed(51);
    const { eventId } = await retryIngest(services, editor, { assetId });
    expect(await assetRow(services, assetId)).toMatchObject({ status: 'PROCESSING', failure: null });
    expect(await attempt()).toBe('done');
    expect((await assetRow(services, assetId)).status).toBe('READY');
    const states = await inboxOf(assetId);
    expect(states.map(({ outcome }) => outcome)).toEqual(['internal', 'ready']);
    expect(states[1]?.event_id).toBe(eventId);
  });

  test('a damaged file can’t: it would end the same', async () => {
    const whole = await drawPhoto(52);
    const assetId = await upload(whole.subarray(0, whole.length - 40));
    await attempt();
    await expect(retryIngest(services, editor, { assetId })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('nor can one whose bytes are gone, or whose product is full by now', async () => {
    const assetId = await failed(53);
    const full = { ...services, env: { ...services.env, MAX_PHOTOS_PER_PRODUCT: 1 } };
    await upload(await drawPhoto(54));
    await attempt();
    await expect(retryIngest(full, editor, { assetId })).rejects.toMatchObject({ code: 'product_full' });
    await services.store.delete((await assetRow(services, assetId)).object_key);
    await expect(retryIngest(services, editor, { assetId })).rejects.toMatchObject({ code: 'conflict' });
    await expect(retryIngest(services, editor, { assetId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a failure that was seen can be dismissed, and stays one', async () => {
    const assetId = await failed(55);
    await dismissFailure(services, editor, { assetId });
    const first = await assetRow(services, assetId);
    expect(first.status).toBe('FAILED');
    expect(first.failure_dismissed_at).toBeInstanceOf(Date);
    await dismissFailure(services, editor, { assetId });
    expect((await assetRow(services, assetId)).failure_dismissed_at).toEqual(first.failure_dismissed_at);
  });
});
