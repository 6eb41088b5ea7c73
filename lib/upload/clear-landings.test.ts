import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from '#test/services.ts';
import { assetRow, codeOf, insertEditor, insertProduct, landPhoto } from '#test/uploads.ts';
import { clearLandings } from './clear-landings.ts';
import { completeUpload } from './complete-upload.ts';

let services: Services;
let editor: Caller & { id: string };

beforeAll(async () => {
  ({ services } = await testServices({ MAX_PHOTOS_PER_PRODUCT: '100' }));
  editor = await insertEditor(services);
});

const past = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A registered upload in this state, and whether its landing object is still there after a sweep. */
async function survives(change: Parameters<typeof setAsset>[1], register = true): Promise<boolean> {
  const productId = await insertProduct(services, editor.id);
  const { asset_id, object_key } = await landPhoto(services, editor, productId);
  if (register) await completeUpload(services, editor, { key: object_key });
  await setAsset(asset_id, change);
  await clearLandings(services, systemCaller('upload sweep'));
  const there = (await services.store.head(object_key)) !== undefined;
  expect((await assetRow(services, asset_id)).landing_deleted_at === null).toBe(there);
  return there;
}

async function setAsset(
  assetId: string,
  change: Partial<{
    status: 'READY' | 'FAILED';
    failure: 'undecodable' | 'not_an_image' | 'product_full';
    settled_at: Date;
    upload_expires_at: Date;
    failure_dismissed_at: Date;
  }>,
): Promise<void> {
  await services.db.updateTable('assets').set(change).where('id', '=', assetId).execute();
}

describe('a landing object', () => {
  it('goes once the photo is READY and no URL can write there', async () => {
    expect(await survives({ status: 'READY', settled_at: past(0), upload_expires_at: past(1) })).toBe(false);
  });

  it('stays while a URL is good', async () => {
    expect(await survives({ status: 'READY', settled_at: past(1) })).toBe(true);
  });

  it('stays while the photo is being processed', async () => {
    expect(await survives({ upload_expires_at: past(1) })).toBe(true);
  });

  it('stays for a person’s retry, until the failure is dismissed or a day old', async () => {
    const failed = { status: 'FAILED', failure: 'undecodable', upload_expires_at: past(1) } as const;
    expect(await survives({ ...failed, settled_at: past(1) })).toBe(true);
    expect(await survives({ ...failed, settled_at: past(1), failure_dismissed_at: past(0) })).toBe(false);
    expect(await survives({ ...failed, settled_at: past(25) })).toBe(false);
  });

  it('goes with a refusal that nobody can take back', async () => {
    const refused = { status: 'FAILED', failure: 'not_an_image', settled_at: past(0) } as const;
    expect(await survives({ ...refused, upload_expires_at: past(1) }, false)).toBe(false);
  });

  it('of a photo without room stays a day; after that it is not registered any more', async () => {
    const full = { status: 'FAILED', failure: 'product_full', upload_expires_at: past(1) } as const;
    expect(await survives({ ...full, settled_at: past(1) }, false)).toBe(true);
    const productId = await insertProduct(services, editor.id);
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    await setAsset(asset_id, { ...full, settled_at: past(25) });
    expect(await clearLandings(services, systemCaller('upload sweep'))).toBe(1);
    expect(await codeOf(completeUpload(services, editor, { key: object_key }))).toBe('product_full');
  });

  it('that the store will not delete keeps no other one', async () => {
    const productId = await insertProduct(services, editor.id);
    const landed = [
      await landPhoto(services, editor, productId),
      await landPhoto(services, editor, productId),
    ];
    for (const { asset_id, object_key } of landed) {
      await completeUpload(services, editor, { key: object_key });
      await setAsset(asset_id, { status: 'READY', settled_at: past(0), upload_expires_at: past(1) });
    }
    const { store } = services;
    const refusing = (key: string) =>
      key === landed[0]?.object_key ? Promise.reject(new Error('no')) : store.delete(key);
    expect(
      await clearLandings(
        { ...services, store: { ...store, delete: refusing } },
        systemCaller('upload sweep'),
      ),
    ).toBe(1);
    expect(await clearLandings(services, systemCaller('upload sweep'))).toBe(1);
  });

  it('stays where the sweep is told to end', async () => {
    expect(await clearLandings(services, systemCaller('upload sweep'), AbortSignal.abort())).toBe(0);
  });
});
