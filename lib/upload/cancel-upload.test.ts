import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from '#test/services.ts';
import {
  askUpload,
  assetRow,
  codeOf,
  insertEditor,
  insertProduct,
  landPhoto,
  uploadOf,
} from '#test/uploads.ts';
import { cancelUpload } from './cancel-upload.ts';
import { completeUpload } from './complete-upload.ts';
import { retryUpload } from './retry-upload.ts';
import { signUpload } from './sign-upload.ts';

let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices({ MAX_PHOTOS_PER_PRODUCT: '2' }));
  editor = await insertEditor(services);
  productId = await insertProduct(services, editor.id);
});

const cancel = (assetId: string) => cancelUpload(services, editor, { assetId });

describe('a cancelled upload', () => {
  it('leaves nothing in the store, known to us or not, and stays cancelled', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    for (let n = 0; n < 2; n += 1) {
      const { url, headers } = await signUpload(services, editor, { method: 'POST', key: object_key });
      await fetch(url, { method: 'POST', headers });
    }
    expect(await cancel(asset_id)).toEqual({ state: 'cancelled' });
    expect(await services.store.head(object_key)).toBeUndefined();
    const left: unknown[] = [];
    for await (const pending of services.store.listMultipart(object_key)) left.push(pending);
    expect(left).toEqual([]);
    expect(await cancel(asset_id)).toEqual({ state: 'cancelled' });
    const row = await assetRow(services, asset_id);
    expect(row).toMatchObject({ status: 'FAILED', failure: 'upload_abandoned' });
    expect(row.failure_dismissed_at).not.toBeNull();
    expect(await codeOf(completeUpload(services, editor, { key: object_key }))).toBe('nothing_uploaded');
  });

  it('and its own completion at the same moment agree on one end', async () => {
    const product = await insertProduct(services, editor.id);
    const { asset_id, object_key } = await landPhoto(services, editor, product);
    const [cancellation, completion] = await Promise.allSettled([
      cancel(asset_id),
      completeUpload(services, editor, { key: object_key }),
    ]);
    const { status } = await assetRow(services, asset_id);
    const photo = status === 'PROCESSING';
    expect(completion.status).toBe(photo ? 'fulfilled' : 'rejected');
    expect(cancellation).toMatchObject({ value: { state: photo ? 'settled' : 'cancelled' } });
    expect((await services.store.head(object_key)) !== undefined).toBe(photo);
  });

  it('that is a photo by now keeps its bytes', async () => {
    const { asset_id, object_key } = await landPhoto(services, editor, productId);
    await completeUpload(services, editor, { key: object_key });
    expect(await cancel(asset_id)).toEqual({ state: 'settled' });
    expect(await services.store.head(object_key)).toBeDefined();
  });

  it('of nobody is 404', async () => {
    expect(await codeOf(cancel(randomUUID()))).toBe('not_found');
  });
});

describe('a retried upload', () => {
  it('gets in once there is room, for any editor', async () => {
    const product = await insertProduct(services, editor.id);
    const landed = await Promise.all([1, 2, 3].map(() => landPhoto(services, editor, product)));
    const ends = await Promise.all(
      landed.map(({ object_key }) => codeOf(completeUpload(services, editor, { key: object_key }))),
    );
    const late = landed[ends.indexOf('product_full')];
    const early = landed.find((upload) => upload !== late);
    if (!late || !early) throw new Error('one of three found the product full');
    const other = await insertEditor(services);
    const retry = () => retryUpload(services, other, { assetId: late.asset_id });
    expect(await codeOf(retry())).toBe('product_full');
    await services.db
      .updateTable('assets')
      .set({ binned_at: new Date() })
      .where('id', '=', early.asset_id)
      .execute();
    expect(await retry()).toEqual({ assetId: late.asset_id });
    expect(await retry()).toEqual({ assetId: late.asset_id });
    expect((await assetRow(services, late.asset_id)).status).toBe('PROCESSING');
  });

  it('whose bytes never came or were refused has to be uploaded again', async () => {
    const waiting = await askUpload(services, editor, uploadOf(productId, 10));
    expect(await codeOf(retryUpload(services, editor, { assetId: waiting.asset_id }))).toBe(
      'nothing_uploaded',
    );
    await cancel(waiting.asset_id);
    expect(await codeOf(retryUpload(services, editor, { assetId: waiting.asset_id }))).toBe(
      'nothing_uploaded',
    );
  });
});
