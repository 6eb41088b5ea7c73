import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  insertCaller,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  openPortal,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { askUpload, codeOf, uploadOf } from '#test/uploads.ts';
import { approveVersion } from './approve-version.ts';
import { reorderAssets, setHero } from './arrange-product.ts';
import { binAsset, restoreAsset } from './bin-asset.ts';
import { editAsset } from './edit-asset.ts';
import { getAssetDetail } from './get-asset-detail.ts';
import { listAssets } from './list-assets.ts';
import { withdrawApproval } from './withdraw-approval.ts';

const { services } = await testServices({ PORTAL_TIME_ZONE: 'Asia/Tokyo', MAX_PHOTOS_PER_PRODUCT: '2' });
let [admin, editor] = [] as Someone[] as [Someone, Someone];

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
});

async function newPhoto(title = '', productId?: string) {
  const product = productId ?? (await insertNamedProduct(services, editor));
  return { ...(await insertReadyAsset(services, editor, { productId: product, title })), productId: product };
}

async function eventsOf(assetId: string) {
  const rows = await services.db
    .selectFrom('outbox_events')
    .select(['type', 'payload'])
    .where('key', '=', assetId)
    .execute();
  return rows;
}

async function actionsOf(subjectId: string) {
  const rows = await services.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();
  expect(rows.every(({ actor_id }) => actor_id === editor.id)).toBe(true);
  return rows.map(({ action }) => action);
}

describe('an approval', () => {
  test('is for every audience where none is named, publishes one event and leaves one audit row', async () => {
    const { assetId } = await newPhoto();
    const { created, approval } = await approveVersion(services, editor, { assetId, version: 1 });
    expect(created).toBe(true);
    expect(approval.audiences).toEqual(['internal', 'teacher', 'partner', 'public']);
    expect(await eventsOf(assetId)).toEqual([
      { type: 'AssetApproved', payload: { asset_id: assetId, approval_id: approval.approval_id } },
    ]);
    expect(await actionsOf(assetId)).toEqual(['asset.approved']);
  });

  test('takes the place of the standing one: of ten at once, one stands', async () => {
    const { assetId } = await newPhoto();
    const approvals = await Promise.all(
      Array.from({ length: 10 }, () => approveVersion(services, editor, { assetId, version: 1 })),
    );
    expect(approvals.filter(({ created }) => created)).toHaveLength(1);
    const standing = await services.db
      .selectFrom('approvals')
      .leftJoin('approval_withdrawals', 'approval_withdrawals.approval_id', 'approvals.id')
      .where('asset_id', '=', assetId)
      .where('approval_withdrawals.approval_id', 'is', null)
      .select('id')
      .execute();
    expect(standing).toHaveLength(1);
  });

  test('reads dates as days of the portal’s time zone', async () => {
    const { assetId } = await newPhoto();
    const terms = { publish_from: '2026-12-01', publish_until: '2026-12-24' };
    const { approval } = await approveVersion(services, editor, { assetId, version: 1, ...terms });
    expect(approval).toMatchObject({
      publish_from: '2026-11-30T15:00:00.000Z',
      publish_until: '2026-12-24T15:00:00.000Z',
    });
  });

  test('needs a photo that is READY, outside the bin, and a version that it has', async () => {
    const { assetId } = await newPhoto();
    expect(await codeOf(approveVersion(services, editor, { assetId, version: 2 }))).toBe('not_found');
    await binAsset(services, editor, { assetId });
    expect(await codeOf(approveVersion(services, editor, { assetId, version: 1 }))).toBe('conflict');
    const product = await insertNamedProduct(services, editor);
    const arriving = await askUpload(services, editor, uploadOf(product, 10));
    const early = { assetId: arriving.asset_id, version: 1 };
    expect(await codeOf(approveVersion(services, editor, early))).toBe('conflict');
    expect(await codeOf(approveVersion(services, editor, { assetId: randomUUID(), version: 1 }))).toBe(
      'not_found',
    );
  });

  test('names audiences that exist, and at least one', async () => {
    const { assetId } = await newPhoto();
    for (const audiences of [[], ['no-such-audience']])
      expect(await codeOf(approveVersion(services, editor, { assetId, version: 1, audiences }))).toBe(
        'invalid_request',
      );
    expect(await eventsOf(assetId)).toEqual([]);
  });

  test('is for editors and admins to give and to take', async () => {
    const { assetId } = await newPhoto();
    for (const caller of [
      await insertCaller(services, 'support'),
      await insertCaller(services, 'operator'),
      await insertMember(services, 'teacher'),
    ]) {
      expect(await codeOf(approveVersion(services, caller, { assetId, version: 1 }))).toBe('forbidden');
      expect(await codeOf(withdrawApproval(services, caller, { assetId }))).toBe('forbidden');
    }
    expect(await approveVersion(services, admin, { assetId, version: 1 })).toMatchObject({ created: true });
  });
});

describe('a withdrawal', () => {
  test('is recorded once, however often it is asked for', async () => {
    const { assetId } = await newPhoto();
    await approveVersion(services, editor, { assetId, version: 1 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => withdrawApproval(services, editor, { assetId })),
    );
    expect(answers.filter(({ withdrawn }) => withdrawn)).toHaveLength(1);
    expect(await actionsOf(assetId)).toEqual(['asset.approved', 'asset.approval_withdrawn']);
    expect((await getAssetDetail(services, editor, { assetId })).approval).toBeNull();
  });
});

describe('an edit', () => {
  test('of a title changes no file: no job and no event follows', async () => {
    const { assetId } = await newPhoto('Old');
    await editAsset(services, editor, { assetId, title: 'New' });
    expect(await eventsOf(assetId)).toEqual([]);
    expect(await services.db.selectFrom('jobs').select('id').where('queue', '=', 'derive').execute()).toEqual(
      [],
    );
    expect(await getAssetDetail(services, editor, { assetId })).toMatchObject({
      title: 'New',
      alt_text: '',
      timeline: [{ action: 'asset.edited', detail: { title: { from: 'Old', to: 'New' } } }],
    });
  });

  test('that changes nothing leaves no trace', async () => {
    const { assetId } = await newPhoto('Same');
    await editAsset(services, editor, { assetId, title: 'Same' });
    expect(await actionsOf(assetId)).toEqual([]);
  });
});

describe('the bin', () => {
  test('gives back what it took, its approval included', async () => {
    const { assetId, productId } = await newPhoto();
    await approveVersion(services, editor, { assetId, version: 1 });
    expect(await binAsset(services, editor, { assetId })).toEqual({ binned: true });
    expect(await binAsset(services, editor, { assetId })).toEqual({ binned: false });
    expect((await listAssets(services, editor, { productId })).items).toEqual([]);
    expect((await listAssets(services, editor, { productId, binned: true })).items).toHaveLength(1);
    expect(await restoreAsset(services, editor, { assetId })).toEqual({ restored: true });
    expect((await listAssets(services, editor, { productId })).items[0]?.approval?.state).toBe('live');
    expect(await actionsOf(assetId)).toEqual(['asset.approved', 'asset.binned', 'asset.restored']);
  });

  test('gives back no more photos than the product has room for, however many are asked for at once', async () => {
    const productId = await insertNamedProduct(services, editor);
    const photos = [];
    for (let count = 0; count < 4; count += 1) photos.push(await newPhoto('', productId));
    for (const { assetId } of photos) await binAsset(services, editor, { assetId });
    const codes = await Promise.all(
      photos.map(({ assetId }) => codeOf(restoreAsset(services, editor, { assetId }))),
    );
    expect(codes.filter((code) => code === 'product_full')).toHaveLength(2);
    expect((await listAssets(services, editor, { productId })).items).toHaveLength(2);
  });
});

describe('the order of a product', () => {
  test('is the one that was asked for; photos that were not named follow', async () => {
    const productId = await insertNamedProduct(services, editor);
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await newPhoto('', productId)).assetId);
    const [first = '', second = '', third = ''] = ids;
    await reorderAssets(services, editor, { productId, assetIds: [third, first] });
    const { items } = await listAssets(services, editor, { productId });
    expect(items.map(({ asset_id }) => asset_id)).toEqual([third, first, second]);
  });

  test('and its hero take only photos of that product', async () => {
    const [mine, foreign] = [await newPhoto(), await newPhoto()];
    const { productId } = mine;
    const asked = { productId, assetIds: [foreign.assetId] };
    expect(await codeOf(reorderAssets(services, editor, asked))).toBe('invalid_request');
    expect(await codeOf(setHero(services, editor, { productId, assetId: foreign.assetId }))).toBe(
      'invalid_request',
    );
    await setHero(services, editor, { productId, assetId: mine.assetId });
    expect((await getAssetDetail(services, editor, mine)).is_hero).toBe(true);
  });
});

describe('the library', () => {
  test('pages through every photo once, in either order', async () => {
    const productId = await insertNamedProduct(services, editor);
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.push((await newPhoto('', productId)).assetId);
    for (const order of ['newest', 'position'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listAssets(services, editor, { productId, order, limit: 3, cursor });
        seen.push(...page.items.map(({ asset_id }) => asset_id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(order === 'newest' ? ids.toReversed() : ids);
    }
  });

  test('refuses a cursor that it did not give out', async () => {
    for (const cursor of ['x', Buffer.from('["1","2"]').toString('base64url')])
      expect(await codeOf(listAssets(services, editor, { cursor }))).toBe('invalid_request');
  });

  test('finds by words in any order, taking % and _ as letters', async () => {
    const { productId } = await newPhoto('Robot ロボット 100%_kit');
    const found = async (q: string) => (await listAssets(services, editor, { productId, q })).items.length;
    expect(await found('kit ROBOT')).toBe(1);
    expect(await found('ロボット')).toBe(1);
    expect(await found('ﾛﾎﾞｯﾄ')).toBe(1);
    expect(await found('100%_')).toBe(1);
    expect(await found('%kit%')).toBe(0);
    expect(await found('r_bot')).toBe(0);
  });

  test('knows what waits for review, and what is live, scheduled or over', async () => {
    const productId = await insertNamedProduct(services, editor);
    const states = {
      none: undefined,
      live: {},
      scheduled: { publish_from: '2999-01-01' },
      ended: { publish_until: '2020-01-01' },
    };
    for (const [state, terms] of Object.entries(states)) {
      const { assetId } = await newPhoto(state, productId);
      if (terms)
        await approveVersion(services, editor, { assetId, version: 1, audiences: ['teacher'], ...terms });
    }
    for (const approval of ['none', 'live', 'scheduled', 'ended'] as const) {
      const { items } = await listAssets(services, editor, { productId, approval });
      expect(items.map(({ title }) => title)).toEqual([approval]);
    }
    expect((await listAssets(services, editor, { productId, audience: 'teacher' })).items).toHaveLength(3);
    expect((await listAssets(services, editor, { productId, audience: 'partner' })).items).toHaveLength(0);
  });

  test('is closed to members', async () => {
    const { assetId } = await newPhoto();
    const teacher = await insertMember(services, 'teacher');
    expect(await codeOf(listAssets(services, teacher, {}))).toBe('forbidden');
    expect(await codeOf(getAssetDetail(services, teacher, { assetId }))).toBe('forbidden');
  });

  test('shows one photo with versions and facts to staff, and its EXIF to editors', async () => {
    const { assetId, sourceHash } = await newPhoto();
    expect(
      await getAssetDetail(services, await insertCaller(services, 'support'), { assetId }),
    ).toMatchObject({
      asset_id: assetId,
      status: 'READY',
      versions: [{ number: 1, kind: 'original', source_hash: sourceHash, width: 4000, height: 3000 }],
      exif: null,
      thumbnail_url: `/api/assets/${assetId}/thumbnail`,
      approval: null,
    });
    expect(await getAssetDetail(services, editor, { assetId })).toMatchObject({
      exif: { Image: { Make: 'Camera' } },
    });
    expect(await codeOf(getAssetDetail(services, editor, { assetId: 'no-uuid' }))).toBe('not_found');
  });
});
