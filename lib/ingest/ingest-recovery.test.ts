import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { IngestRig, sha256 } from '#test/ingest-rig.ts';
import { assetRow, drawPhoto } from '#test/uploads.ts';
import { whileLeaseIsKept } from './keep-lease.ts';
import { settleFailed } from './settle-failed.ts';

let rig: IngestRig;
beforeAll(async () => {
  rig = await IngestRig.open();
});
beforeEach(() => rig.clear());

async function insertMaster(master: { sha256: string; state: 'deleting' }): Promise<void> {
  await rig.services.db
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

describe('when something else fails', () => {
  test('a store that is away costs an attempt, and the next one succeeds', async () => {
    const assetId = await rig.upload(await drawPhoto(31));
    expect(await rig.attempt(rig.withoutStore)).toBe('retry');
    expect((await assetRow(rig.services, assetId)).status).toBe('PROCESSING');
    const [inbox] = await rig.inbox(assetId);
    expect(inbox).toMatchObject({ state: 'PROCESSING', outcome: null });
    expect(await rig.attempt()).toBe('done');
    expect((await assetRow(rig.services, assetId)).status).toBe('READY');
  });

  test('a job that dies takes its asset to FAILED and its event to COMPLETED', async () => {
    const assetId = await rig.upload(await drawPhoto(32));
    expect(await rig.fail()).toBe('dead');
    expect(await assetRow(rig.services, assetId)).toMatchObject({ status: 'FAILED', failure: 'internal' });
    expect(await rig.inbox(assetId)).toMatchObject([{ state: 'COMPLETED', outcome: 'internal' }]);
  });

  test('an event that another worker has is left to it', async () => {
    const assetId = await rig.upload(await drawPhoto(33));
    const eventId = await rig.eventOf(assetId);
    const claim = { consumer: 'ingest', eventId, owner: 'other', leaseMs: 60_000 };
    const taken = await claimInbox(rig.services.db, claim);
    expect(taken.state).toBe('claimed');
    expect(await rig.attempt()).toBe('later');
    expect((await assetRow(rig.services, assetId)).status).toBe('PROCESSING');
    await rig.services.db
      .updateTable('consumer_inbox')
      .set({ lease_until: sql`clock_timestamp() - interval '1 second'` })
      .where('event_id', '=', eventId)
      .execute();
    expect(await rig.attempt()).toBe('done');
  });

  test('a worker whose lease on the event expired can’t commit', async () => {
    const assetId = await rig.upload(await drawPhoto(34));
    const { job } = await rig.claim();
    const eventId = await rig.eventOf(assetId);
    const { db } = rig.services;
    const old = await claimInbox(db, { consumer: 'ingest', eventId, owner: 'slow', leaseMs: -1 });
    const now = await claimInbox(db, { consumer: 'ingest', eventId, owner: 'fast', leaseMs: 60_000 });
    if (old.state !== 'claimed' || now.state !== 'claimed') throw new Error('not claimed');
    const caller: Caller = { actor: { kind: 'system', name: 'ingest' }, requestId: 'x', traceId: undefined };
    const work = {
      delivery: { consumer: 'ingest', eventId, assetId, etag: undefined, caller },
      lease: { consumer: 'ingest', eventId, fence: old.fence },
      job,
    };
    const late = settleFailed(rig.services, work, { failure: 'undecodable', detail: 'too late' });
    await expect(late).rejects.toThrow(LeaseLost);
    expect((await assetRow(rig.services, assetId)).status).toBe('PROCESSING');
  });

  test('a lease is kept for as long as the work takes, and its loss is told to the work', async () => {
    const { db } = rig.services;
    const hasty = { ...rig.services, env: { ...rig.services.env, JOB_LEASE_MS: 300 } };
    const event = { consumer: 'ingest', eventId: randomUUID() };
    const claim = await claimInbox(db, { ...event, owner: 'slow', leaseMs: 300 });
    if (claim.state !== 'claimed') throw new Error('not claimed');
    const row = () =>
      db
        .selectFrom('consumer_inbox')
        .select('lease_until')
        .where('event_id', '=', event.eventId)
        .executeTakeFirstOrThrow();
    const first = (await row()).lease_until?.getTime() ?? 0;
    const lease = { ...event, fence: claim.fence };
    const work = whileLeaseIsKept(hasty, lease, new AbortController().signal, async (signal) => {
      await vi.waitFor(
        async () => expect((await row()).lease_until?.getTime()).toBeGreaterThan(first + 400),
        5000,
      );
      await db
        .updateTable('consumer_inbox')
        .set({ fence: claim.fence + 1 })
        .where('event_id', '=', event.eventId)
        .execute();
      await vi.waitFor(() => expect(signal.aborted).toBe(true), 5000);
      throw signal.reason;
    });
    await expect(work).rejects.toThrow(LeaseLost);
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
    await enqueueJob(rig.services.db, { queue: 'ingest', payload: { event, consumer: 'ingest' } });
    expect(await rig.attempt()).toBe('duplicate');
    expect(await rig.countJobs()).toBe(0);
  });

  test('a payload that is no event dies at once', async () => {
    await enqueueJob(rig.services.db, { queue: 'ingest', payload: { nonsense: true } });
    expect(await rig.attempt()).toBe('dead');
  });
});

describe('a master that is shared', () => {
  test('and is being removed makes the upload wait, then is there again', async () => {
    const bytes = await drawPhoto(41);
    const master = objectKeys.master(sha256(bytes));
    await rig.services.store.put(master, bytes, bytes.length, { contentType: 'image/jpeg' });
    await insertMaster({ sha256: sha256(bytes), state: 'deleting' });
    const assetId = await rig.upload(bytes);
    expect(await rig.attempt()).toBe('later');
    expect((await assetRow(rig.services, assetId)).status).toBe('PROCESSING');
    await rig.services.store.delete(master);
    await rig.services.db.deleteFrom('masters').where('sha256', '=', sha256(bytes)).execute();
    expect(await rig.attempt()).toBe('done');
    expect((await assetRow(rig.services, assetId)).status).toBe('READY');
    expect(await rig.services.store.head(objectKeys.master(sha256(bytes)))).toMatchObject({
      bytes: bytes.length,
    });
  });

  test('whose object is missing gets it back', async () => {
    const bytes = await drawPhoto(42);
    await rig.upload(bytes);
    await rig.attempt();
    await rig.services.store.delete(objectKeys.master(sha256(bytes)));
    await rig.upload(bytes);
    expect(await rig.attempt()).toBe('done');
    expect(await rig.services.store.head(objectKeys.master(sha256(bytes)))).toMatchObject({
      bytes: bytes.length,
    });
  });
});
