import { beforeAll, expect, test } from 'vitest';
import { insertNamedProduct, insertReadyAsset, openPortal, type Someone } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { binAsset } from './bin-asset.ts';
import { listPreviewPhotos } from './list-preview-photos.ts';

const { services } = await testServices();
let admin: Someone;

beforeAll(async () => {
  ({ admin } = await openPortal(services));
});

test('policies are tried on what the library has ready, newest first, by its name and its master', async () => {
  const productId = await insertNamedProduct(services, admin);
  const named = await insertReadyAsset(services, admin, { productId, title: 'Rover' });
  const unnamed = await insertReadyAsset(services, admin, { productId, filename: 'IMG_1.jpg' });
  const binned = await insertReadyAsset(services, admin, { productId });
  await binAsset(services, admin, { assetId: binned.assetId });
  await services.db
    .updateTable('masters')
    .set({ facts: JSON.stringify({ color_space: 'b-w' }) })
    .where('sha256', '=', unnamed.sourceHash)
    .execute();

  const photos = await listPreviewPhotos(services, admin);
  expect(photos.map(({ asset_id, name, is_grey }) => [asset_id, name, is_grey])).toEqual([
    [unnamed.assetId, 'IMG_1.jpg', true],
    [named.assetId, 'Rover', false],
  ]);
  expect(photos[1]).toMatchObject({ version: 1 });
  const member = { ...admin, actor: { ...admin.actor, role: 'member' } as Someone['actor'] };
  expect(await codeOf(listPreviewPhotos(services, member))).toBe('forbidden');
});
