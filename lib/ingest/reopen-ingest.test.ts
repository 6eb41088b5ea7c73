import { beforeAll, beforeEach, expect, test } from 'vitest';
import { jobHandlers } from '#lib/job-handlers.ts';
import { requeueDead } from '#lib/jobs/requeue-dead.ts';
import { IngestRig } from '#test/ingest-rig.ts';
import { assetRow, drawPhoto } from '#test/uploads.ts';
import { retryIngest } from './retry-ingest.ts';

let rig: IngestRig;
beforeAll(async () => {
  rig = await IngestRig.open();
});
beforeEach(() => rig.clear());

const requeue = () => requeueDead(rig.services, jobHandlers, rig.editor, { queue: 'ingest' });

test('a requeued ingest makes the photo READY by the very event that had been given up', async () => {
  const assetId = await rig.upload(await drawPhoto(61));
  await rig.fail();
  expect((await assetRow(rig.services, assetId)).status).toBe('FAILED');
  expect(await requeue()).toMatchObject({ settled: 1, refused: [] });
  expect(await assetRow(rig.services, assetId)).toMatchObject({ status: 'PROCESSING', failure: null });
  expect(await rig.attempt()).toBe('done');
  expect((await assetRow(rig.services, assetId)).status).toBe('READY');
  expect(await rig.inbox(assetId)).toMatchObject([{ state: 'COMPLETED', outcome: 'ready' }]);
});

test('a photo that an editor has tried again meanwhile is left alone, and the operator is told', async () => {
  const assetId = await rig.upload(await drawPhoto(62));
  await rig.fail();
  await retryIngest(rig.services, rig.editor, { assetId });
  expect(await requeue()).toMatchObject({
    settled: 0,
    refused: ['The photo was settled in another way since: dismiss this one.'],
  });
  expect(await rig.countJobs()).toBe(1);
});

test('a product that is full by now keeps the photo where it is', async () => {
  const assetId = await rig.upload(await drawPhoto(63));
  await rig.fail();
  const full = { db: rig.services.db, env: { MAX_PHOTOS_PER_PRODUCT: 0 } };
  const answer = await requeueDead(full, jobHandlers, rig.editor, { queue: 'ingest', newer_than: 60 });
  expect(answer.refused).toContain('The product has all the photos it may have. Remove one, then try again.');
  expect((await assetRow(rig.services, assetId)).status).toBe('FAILED');
});
