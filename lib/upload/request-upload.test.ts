import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { personCaller } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import { askUpload, assetRow, codeOf, insertEditor, insertProduct, uploadOf } from '#test/uploads.ts';
import { requestUpload } from './request-upload.ts';

let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices());
  editor = await insertEditor(services);
  productId = await insertProduct(services, editor.id);
});

async function fill(product: string, photos: number): Promise<void> {
  for (let n = 0; n < photos; n += 1) {
    const { asset_id } = await askUpload(services, editor, uploadOf(product, 10));
    for (const status of n % 2 ? (['PROCESSING', 'READY'] as const) : (['PROCESSING'] as const))
      await services.db
        .updateTable('assets')
        .set({ status, landed_etag: '"x"' })
        .where('id', '=', asset_id)
        .execute();
  }
}

describe('one key', () => {
  it('fifty requests at once make one asset, and one of them is told that it made it', async () => {
    const request = uploadOf(productId, 1000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => requestUpload(services, editor, { idempotencyKey: 'fifty', request })),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ answer }) => answer.asset_id)).size).toBe(1);
    const rows = await services.db
      .selectFrom('assets')
      .select('id')
      .where('idempotency_key', '=', 'fifty')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('a retry gets the same asset and a fresh URL', async () => {
    const request = uploadOf(productId, 1000);
    const first = await askUpload(services, editor, request, 'retry');
    await services.db
      .updateTable('assets')
      .set({ upload_expires_at: new Date(0) })
      .where('id', '=', first.asset_id)
      .execute();
    const again = await requestUpload(services, editor, { idempotencyKey: 'retry', request });
    expect(again).toMatchObject({
      created: false,
      answer: { asset_id: first.asset_id, status: 'UPLOADING' },
    });
    expect(again.answer.object_key).toBe(`assets/${first.asset_id}/original.jpg`);
    const { upload_expires_at } = await assetRow(services, first.asset_id);
    expect(upload_expires_at?.toISOString()).toBe(again.answer.upload_expires_at);
  });

  it('another body is refused, whatever differs', async () => {
    const request = uploadOf(productId, 1000);
    await askUpload(services, editor, request, 'other body');
    for (const changes of [
      { filename: 'other.jpg' },
      { byte_size: 1001 },
      { byte_size: 0 },
      { content_type: 'image/png' },
      { sha256: 'a'.repeat(64) },
      { product_id: randomUUID() },
    ]) {
      const call = requestUpload(services, editor, {
        idempotencyKey: 'other body',
        request: { ...request, ...changes },
      });
      expect(await codeOf(call)).toBe('idempotency_mismatch');
    }
  });

  it('is its owner’s: another person’s same key is another asset', async () => {
    const other = await insertEditor(services);
    const request = uploadOf(productId, 1000);
    const mine = await askUpload(services, editor, request, 'shared');
    const theirs = await askUpload(services, other, request, 'shared');
    expect(theirs.asset_id).not.toBe(mine.asset_id);
  });

  it('is looked up before the product is found full, and a URL is given only while UPLOADING', async () => {
    const full = await insertProduct(services, editor.id);
    const request = uploadOf(full, 10);
    const early = await askUpload(services, editor, request, 'early');
    await fill(full, 5);
    expect((await askUpload(services, editor, request, 'early')).upload_url).toBeDefined();
    expect(await codeOf(askUpload(services, editor, uploadOf(full, 10)))).toBe('product_full');
    await services.db
      .updateTable('assets')
      .set({ status: 'PROCESSING', landed_etag: '"x"' })
      .where('id', '=', early.asset_id)
      .execute();
    expect(await askUpload(services, editor, request, 'early')).toEqual({
      asset_id: early.asset_id,
      status: 'PROCESSING',
      object_key: early.object_key,
    });
  });

  it.each([undefined, null, '', '   ', 'x'.repeat(201), 'naïve'])('%j is none', async (idempotencyKey) => {
    const request = uploadOf(productId, 1000);
    expect(await codeOf(requestUpload(services, editor, { idempotencyKey, request }))).toBe(
      'idempotency_key_required',
    );
  });
});

describe('a new upload', () => {
  it('is signed for its type, its length and an empty place', async () => {
    const answer = await askUpload(services, editor, uploadOf(productId, 1234));
    const url = new URL(answer.upload_url ?? '');
    const signed = url.searchParams.get('X-Amz-SignedHeaders')?.split(';');
    expect(signed).toEqual(expect.arrayContaining(['content-length', 'content-type', 'if-none-match']));
    expect(answer.upload_headers).toEqual({ 'content-type': 'image/jpeg', 'if-none-match': '*' });
    expect(Date.parse(answer.upload_expires_at ?? '')).toBeGreaterThan(Date.now());
  });

  it('goes in parts above the threshold, so no URL for the whole is given', async () => {
    const bytes = services.env.MULTIPART_THRESHOLD_BYTES + 1;
    const answer = await askUpload(services, editor, uploadOf(productId, bytes));
    expect(answer).toEqual({
      asset_id: answer.asset_id,
      status: 'UPLOADING',
      object_key: `assets/${answer.asset_id}/original.jpg`,
    });
  });

  it.each([
    'photo\u202F1.png',
    '🍒 kit.png',
    'x (2).png',
    'صورة المنتج.png',
    '製品　写真.png',
    'a\'b"c;d.png',
  ])('keeps the name %s, which never gets into the key', async (filename) => {
    const changes = { filename, content_type: 'image/png' };
    const answer = await askUpload(services, editor, uploadOf(productId, 10, changes));
    expect((await assetRow(services, answer.asset_id)).filename).toBe(filename);
    expect(answer.object_key).toBe(`assets/${answer.asset_id}/original.png`);
  });

  it('stands behind the photos that were asked for before it', async () => {
    const product = await insertProduct(services, editor.id);
    const first = await askUpload(services, editor, uploadOf(product, 10));
    const second = await askUpload(services, editor, uploadOf(product, 10));
    const positions = await Promise.all([first, second].map(({ asset_id }) => assetRow(services, asset_id)));
    expect(positions.map(({ position }) => position)).toEqual([1, 2]);
  });

  it.each([
    'image/heic',
    'image/jxl',
    'image/svg+xml',
    'image/vnd.adobe.photoshop',
    'application/pdf',
    'text/html',
    '',
    'image/*',
  ])('of type %j is refused', async (content_type) => {
    expect(await codeOf(askUpload(services, editor, uploadOf(productId, 10, { content_type })))).toBe(
      'unsupported_type',
    );
  });

  it('that is empty, too large or of an unknown product is refused', async () => {
    const ask = (bytes: number, product = productId) =>
      codeOf(askUpload(services, editor, uploadOf(product, bytes)));
    expect(await ask(0)).toBe('empty_file');
    expect(await ask(services.env.MAX_UPLOAD_BYTES + 1)).toBe('too_large');
    expect(await ask(10, randomUUID())).toBe('not_found');
    expect(await ask(10, 'kit')).toBe('not_found');
  });

  it('counts photos that are there, not uploads under way, failures or the bin', async () => {
    const product = await insertProduct(services, editor.id);
    await fill(product, 4);
    const { asset_id } = await askUpload(services, editor, uploadOf(product, 10));
    await services.db
      .updateTable('assets')
      .set({ status: 'PROCESSING', landed_etag: '"x"', binned_at: new Date() })
      .where('id', '=', asset_id)
      .execute();
    await askUpload(services, editor, uploadOf(product, 10));
    await fill(product, 1);
    expect(await codeOf(askUpload(services, editor, uploadOf(product, 10)))).toBe('product_full');
  });

  it('is for people who may upload', async () => {
    const request = uploadOf(productId, 10);
    expect(await codeOf(askUpload(services, personCaller(randomUUID(), 'member'), request))).toBe(
      'forbidden',
    );
    const anonymous = { ...editor, actor: { kind: 'anonymous' } } as const;
    expect(await codeOf(askUpload(services, anonymous, request))).toBe('unauthenticated');
  });
});
