import { beforeAll, expect, test } from 'vitest';
import { insertNamedProduct, insertReadyAsset, openPortal, type Someone } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { approveVersion } from './approve-version.ts';
import { reorderAssets } from './arrange-product.ts';
import { binAsset } from './bin-asset.ts';
import { editAsset } from './edit-asset.ts';
import { getAssetDetail } from './get-asset-detail.ts';
import { listOwnDecisions } from './list-own-decisions.ts';
import { listReviewQueue } from './list-review-queue.ts';
import { openChangeRequest } from './open-change-request.ts';
import { requestChanges } from './request-changes.ts';
import { withdrawApproval } from './withdraw-approval.ts';

const { services } = await testServices();
let admin: Someone;
let editor: Someone;
let productId: string;
let photos: { assetId: string }[];

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
  productId = await insertNamedProduct(services, editor);
  photos = [];
  for (const title of ['first', 'second', 'third'])
    photos.push(await insertReadyAsset(services, editor, { productId, title, filename: `${title}.jpg` }));
});

const idOf = (index: number) => photos[index]?.assetId ?? '';
const queue = async () => (await listReviewQueue(services, editor)).map(({ title }) => title);
const approve = (index: number) =>
  approveVersion(services, editor, { assetId: idOf(index), version: 1, audiences: ['teacher'] });

test('the queue is what nobody has approved, oldest first, without the bin', async () => {
  expect(await queue()).toEqual(['first', 'second', 'third']);
  await approve(0);
  await binAsset(services, editor, { assetId: idOf(1) });
  expect(await queue()).toEqual(['third']);
  await withdrawApproval(services, editor, { assetId: idOf(0) });
  expect(await queue()).toEqual(['first', 'third']);
});

test('a request for changes stands in the timeline and moves the photo back until it is answered', async () => {
  await requestChanges(services, editor, { assetId: idOf(0), note: 'Crop the left edge' });
  expect(await queue()).toEqual(['third', 'first']);
  const item = (await listReviewQueue(services, admin)).at(-1);
  expect(item?.change_request).toMatchObject({ note: 'Crop the left edge' });
  const detail = await getAssetDetail(services, admin, { assetId: idOf(0) });
  expect(openChangeRequest(detail)).toEqual(item?.change_request);
  expect(detail.timeline[0]).toMatchObject({
    action: 'asset.changes_requested',
    actor: { id: editor.id },
    detail: { note: 'Crop the left edge' },
  });
  await editAsset(services, editor, { assetId: idOf(0), title: 'first again' });
  expect(await queue()).toEqual(['first again', 'third']);
  const answered = await getAssetDetail(services, admin, { assetId: idOf(0) });
  expect(openChangeRequest(answered)).toBeNull();
});

test('putting the photos of a product in order answers no request', async () => {
  await requestChanges(services, editor, { assetId: idOf(2), note: 'Brighter' });
  const assetIds = [idOf(2), idOf(0)];
  await reorderAssets(services, editor, { productId, assetIds });
  const item = (await listReviewQueue(services, editor)).at(-1);
  expect(item?.change_request?.note).toBe('Brighter');
});

test('changes are asked of photos that are ready, here, and not approved', async () => {
  await approve(0);
  const ask = (index: number) => requestChanges(services, editor, { assetId: idOf(index), note: 'No' });
  expect(await codeOf(ask(0))).toBe('conflict');
  expect(await codeOf(ask(1))).toBe('conflict');
  expect(await codeOf(requestChanges(services, editor, { assetId: editor.id, note: 'No' }))).toBe(
    'not_found',
  );
});

test('each person is told what they decided themselves, not what a program did with their token', async () => {
  const own = await listOwnDecisions(services, editor);
  const first = own.filter(({ asset_id }) => asset_id === idOf(0));
  expect(first.map(({ decision, name }) => [decision, name])).toEqual([
    ['approved', 'first again'],
    ['changes_requested', 'first again'],
    ['withdrawn', 'first again'],
    ['approved', 'first again'],
  ]);
  expect(first[0]).toMatchObject({ audiences: ['teacher'] });
  expect(first[1]).toMatchObject({ note: 'Crop the left edge' });
  expect(await listOwnDecisions(services, admin)).toEqual([]);
  const program = { ...editor, actor: { ...editor.actor, via: 'token' as const } };
  await approveVersion(services, program, { assetId: idOf(2), version: 1 });
  expect(await listOwnDecisions(services, editor)).toEqual(own);
});
