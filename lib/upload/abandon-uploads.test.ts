import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { consoleCaller } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import {
  askUpload,
  assetRow,
  codeOf,
  drawPhoto,
  insertEditor,
  insertProduct,
  landPhoto,
  uploadOf,
} from '#test/uploads.ts';
import { abandonUploads } from './abandon-uploads.ts';
import { completeUpload } from './complete-upload.ts';
import { signUpload } from './sign-upload.ts';

const hour = 3_600_000;
let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices());
  editor = await insertEditor(services);
});

beforeEach(async () => {
  await services.db.deleteFrom('assets').execute();
  productId = await insertProduct(services, editor.id);
});

async function age(assetId: string, hours: number, urlHours = hours): Promise<void> {
  await services.db
    .updateTable('assets')
    .set({
      created_at: new Date(Date.now() - hours * hour),
      upload_expires_at: new Date(Date.now() - urlHours * hour),
    })
    .where('id', '=', assetId)
    .execute();
}

async function multipartOf(key: string) {
  const found: string[] = [];
  for await (const { uploadId } of services.store.listMultipart(key)) found.push(uploadId);
  return found;
}

describe('the sweep', () => {
  it('registers what arrived although nobody said so', async () => {
    const { asset_id } = await landPhoto(services, editor, productId);
    await age(asset_id, 1);
    expect(await abandonUploads(services, consoleCaller)).toEqual({
      registered: 1,
      refused: 0,
      abandoned: 0,
      waiting: 0,
    });
    expect((await assetRow(services, asset_id)).status).toBe('PROCESSING');
  });

  it('registers what arrived even after the day is over', async () => {
    const { asset_id } = await landPhoto(services, editor, productId);
    await age(asset_id, 48);
    expect(await abandonUploads(services, consoleCaller)).toMatchObject({ registered: 1, abandoned: 0 });
  });

  it('leaves young uploads and those whose URL is still good', async () => {
    const young = await landPhoto(services, editor, productId);
    const signedLately = await askUpload(services, editor, uploadOf(productId, 10));
    await age(signedLately.asset_id, 48, -1);
    expect(await abandonUploads(services, consoleCaller)).toEqual({
      registered: 0,
      refused: 0,
      abandoned: 0,
      waiting: 1,
    });
    for (const { asset_id } of [young, signedLately]) {
      expect((await assetRow(services, asset_id)).status).toBe('UPLOADING');
    }
  });

  it('gives up what never arrived after a day, and aborts its multipart upload', async () => {
    const { asset_id, object_key } = await askUpload(services, editor, uploadOf(productId, 10_000_000));
    const { url, headers } = await signUpload(services, editor, { method: 'POST', key: object_key });
    await fetch(url, { method: 'POST', headers });
    expect(await multipartOf(object_key)).toHaveLength(1);
    await age(asset_id, 25);
    expect(await abandonUploads(services, consoleCaller)).toMatchObject({ abandoned: 1 });
    expect(await assetRow(services, asset_id)).toMatchObject({
      status: 'FAILED',
      failure: 'upload_abandoned',
    });
    expect(await multipartOf(object_key)).toEqual([]);
    expect(await codeOf(completeUpload(services, editor, { key: object_key }))).toBe('nothing_uploaded');
  });

  it('refuses what is no photo', async () => {
    const html = Buffer.from('<html></html>');
    const { asset_id } = await landPhoto(services, editor, productId, { bytes: html });
    await age(asset_id, 1);
    expect(await abandonUploads(services, consoleCaller)).toMatchObject({ refused: 1 });
    expect((await assetRow(services, asset_id)).failure).toBe('not_an_image');
  });

  it('goes on where one asset cannot be looked at', async () => {
    const first = await landPhoto(services, editor, productId);
    const second = await landPhoto(services, editor, productId, { bytes: await drawPhoto(200) });
    for (const { asset_id } of [first, second]) await age(asset_id, 1);
    const { store } = services;
    const head: typeof store.head = (key) =>
      key === first.object_key ? Promise.reject(new Error('timeout')) : store.head(key);
    const swept = await abandonUploads({ ...services, store: { ...store, head } }, consoleCaller);
    expect(swept).toMatchObject({ registered: 1, waiting: 1 });
  });
});
