import { beforeAll, describe, expect, test } from 'vitest';
import { approveVersion } from '#lib/review/approve-version.ts';
import { reorderAssets, setHero } from '#lib/review/arrange-product.ts';
import { binAsset } from '#lib/review/bin-asset.ts';
import { editAsset } from '#lib/review/edit-asset.ts';
import {
  insertCaller,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  nobody,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { getCatalogProduct } from './get-catalog-product.ts';
import { listCatalogProducts } from './list-catalog-products.ts';
import { listReadableAudiences } from './list-readable-audiences.ts';

const { services } = await testServices();
let editor: Someone;
let teacher: Someone;

beforeAll(async () => {
  ({ editor } = await openPortal(services));
  teacher = await insertMember(services, 'teacher');
});

async function approvedProduct(name: string, photos = 1, audiences = ['teacher']) {
  const productId = await insertNamedProduct(services, editor, name);
  const assets = [];
  for (let position = 0; position < photos; position += 1) {
    const photo = await insertReadyAsset(services, editor, {
      productId,
      position,
      title: `${name} ${position}`,
    });
    await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences });
    assets.push(photo);
  }
  return { productId, assets };
}

const list = (input: { q?: string; cursor?: string; limit?: number } = {}) =>
  listCatalogProducts(services, teacher, { audience: 'teacher', limit: 100, ...input });

describe('the catalog', () => {
  test('pages through every product once, the newest first', async () => {
    const made: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      made.unshift((await approvedProduct(`Paged ${name}`)).productId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ q: 'paged', limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(made);
  });

  test('finds a product by its name or by a photo’s words, and counts all its photos', async () => {
    const { productId, assets } = await approvedProduct('Weather station', 2);
    await editAsset(services, editor, { assetId: assets[1]?.assetId ?? '', alt_text: 'An anemometer' });
    for (const q of ['weather', 'STATION anemometer']) {
      const { items } = await list({ q });
      expect(items).toMatchObject([{ id: productId, photo_count: 2 }]);
    }
    expect((await list({ q: 'weather balloon' })).items).toEqual([]);
  });

  test('finds nothing by the words of a photo that the reader may not see', async () => {
    const { productId } = await approvedProduct('Microscope');
    await insertReadyAsset(services, editor, { productId, title: 'Prototype' });
    expect((await list({ q: 'prototype' })).items).toEqual([]);
  });

  test('shows the hero where the reader may see it, else the first photo', async () => {
    const { productId, assets } = await approvedProduct('Heroic', 2);
    const [first, second] = assets;
    await setHero(services, editor, { productId, assetId: second?.assetId ?? '' });
    expect((await list({ q: 'heroic' })).items[0]?.hero?.asset_id).toBe(second?.assetId);
    await binAsset(services, editor, { assetId: second?.assetId ?? '' });
    expect((await list({ q: 'heroic' })).items[0]?.hero?.asset_id).toBe(first?.assetId);
  });

  test('shows thumbnails of the reader’s own audience only, and none where there is none', async () => {
    const { productId, assets } = await approvedProduct('Thumbed', 1, ['teacher', 'partner']);
    const sourceHash = assets[0]?.sourceHash ?? '';
    await publishFile(services, { sourceHash, audience: 'partner', format: 'thumb' });
    const hero = async () => (await list({ q: 'thumbed' })).items[0]?.hero;
    expect(await hero()).toMatchObject({ thumb_url: null, width: 4000, height: 3000 });
    await publishFile(services, { sourceHash, audience: 'teacher', format: 'thumb' });
    expect(await hero()).toMatchObject({
      thumb_url: `/api/derivatives/${sourceHash}/teacher/1/thumb?asset=${assets[0]?.assetId}&view=1`,
      width: 480,
      height: 360,
    });
    const { photos } = await getCatalogProduct(services, teacher, { audience: 'teacher', productId });
    expect(photos[0]?.thumb_url).toContain('/teacher/1/thumb');
  });

  test('names each format in words, and never the thumbnail', async () => {
    const { productId } = await approvedProduct('Worded', 1, ['partner']);
    const partner = await insertMember(services, 'partner');
    const { photos } = await getCatalogProduct(services, partner, { audience: 'partner', productId });
    expect(photos[0]?.formats).toMatchObject([
      {
        format: 'campaign',
        label: 'For campaigns',
        mark: expect.stringMatching('^mark “'),
        state: 'on_demand',
      },
    ]);
  });

  test('keeps the editors’ order', async () => {
    const { productId, assets } = await approvedProduct('Ordered', 3);
    const wanted = assets.map(({ assetId }) => assetId).toReversed();
    await reorderAssets(services, editor, { productId, assetIds: wanted });
    const { photos } = await getCatalogProduct(services, teacher, { audience: 'teacher', productId });
    expect(photos.map(({ asset_id }) => asset_id)).toEqual(wanted);
  });

  test('holds no field that audiences have no use for', async () => {
    const { productId } = await approvedProduct('Listed');
    const { photos } = await getCatalogProduct(services, teacher, { audience: 'teacher', productId });
    expect(Object.keys(photos[0] ?? {}).sort()).toEqual(
      [
        'alt_text',
        'asset_id',
        'formats',
        'height',
        'source_hash',
        'thumb_hash',
        'thumb_url',
        'title',
        'width',
      ].sort(),
    );
    expect(await codeOf(getCatalogProduct(services, teacher, { audience: 'teacher', productId: 'x' }))).toBe(
      'not_found',
    );
  });
});

test('the audiences one may choose from are one’s own and the public one; for staff all', async () => {
  const slugs = async (caller: Parameters<typeof listReadableAudiences>[1]) =>
    (await listReadableAudiences(services, caller)).map(({ slug }) => slug);
  expect(await slugs(nobody)).toEqual(['public']);
  expect(await slugs(teacher)).toEqual(['teacher', 'public']);
  expect(await slugs(await insertCaller(services, 'support'))).toEqual([
    'internal',
    'teacher',
    'partner',
    'public',
  ]);
});
