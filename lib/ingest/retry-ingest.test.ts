import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemCaller } from '#lib/auth/actor.ts';
import { clearLandings } from '#lib/upload/clear-landings.ts';
import { IngestRig } from '#test/ingest-rig.ts';
import { assetRow, drawPhoto } from '#test/uploads.ts';
import { dismissFailure } from './dismiss-failure.ts';
import { retryIngest } from './retry-ingest.ts';

let rig: IngestRig;
beforeAll(async () => {
  rig = await IngestRig.open();
});
beforeEach(() => rig.clear());

async function failed(shade: number): Promise<string> {
  const assetId = await rig.upload(await drawPhoto(shade));
  await rig.fail();
  return assetId;
}

test('a failure on our side can be tried again, under a new event', async () => {
  const assetId = await failed(51);
  const { eventId } = await retryIngest(rig.services, rig.editor, { assetId });
  expect(await assetRow(rig.services, assetId)).toMatchObject({ status: 'PROCESSING', failure: null });
  expect(await rig.attempt()).toBe('done');
  expect((await assetRow(rig.services, assetId)).status).toBe('READY');
  const states = await rig.inbox(assetId);
  expect(states.map(({ outcome }) => outcome)).toEqual(['internal', 'ready']);
  expect(states[1]?.event_id).toBe(eventId);
});

test('a damaged file can’t: it would end the same', async () => {
  const whole = await drawPhoto(52);
  const assetId = await rig.upload(whole.subarray(0, whole.length - 40));
  await rig.attempt();
  await expect(retryIngest(rig.services, rig.editor, { assetId })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('nor can one whose bytes are gone, or whose product is full by now', async () => {
  const assetId = await failed(53);
  const full = { ...rig.services, env: { ...rig.services.env, MAX_PHOTOS_PER_PRODUCT: 1 } };
  await rig.upload(await drawPhoto(54));
  await rig.attempt();
  await expect(retryIngest(full, rig.editor, { assetId })).rejects.toMatchObject({ code: 'product_full' });
  await rig.services.store.delete((await assetRow(rig.services, assetId)).object_key);
  await expect(retryIngest(rig.services, rig.editor, { assetId })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(retryIngest(rig.services, rig.editor, { assetId: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('nor can one whose bytes are cleared away while they are looked for', async () => {
  const assetId = await failed(56);
  const { services } = rig;
  const head: typeof services.store.head = async (key) => {
    const facts = await services.store.head(key);
    const spent = { failure_dismissed_at: new Date(), upload_expires_at: new Date(0) };
    await services.db.updateTable('assets').set(spent).where('id', '=', assetId).execute();
    expect(await clearLandings(services, systemCaller('upload sweep'))).toBe(1);
    return facts;
  };
  const slow = { ...services, store: { ...services.store, head } };
  await expect(retryIngest(slow, rig.editor, { assetId })).rejects.toMatchObject({ code: 'conflict' });
  expect((await assetRow(services, assetId)).status).toBe('FAILED');
});

test('a failure that was seen can be dismissed, and stays one', async () => {
  const assetId = await failed(55);
  await dismissFailure(rig.services, rig.editor, { assetId });
  const first = await assetRow(rig.services, assetId);
  expect(first.status).toBe('FAILED');
  expect(first.failure_dismissed_at).toBeInstanceOf(Date);
  await dismissFailure(rig.services, rig.editor, { assetId });
  expect((await assetRow(rig.services, assetId)).failure_dismissed_at).toEqual(first.failure_dismissed_at);
});
