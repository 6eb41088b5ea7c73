import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from '#test/services.ts';
import {
  askUpload,
  assetRow,
  codeOf,
  drawPhoto,
  insertEditor,
  insertProduct,
  uploadOf,
} from '#test/uploads.ts';
import { cancelUpload } from './cancel-upload.ts';
import { completeUpload } from './complete-upload.ts';
import type { SignRequest } from './sign-schema.ts';
import { signUpload } from './sign-upload.ts';

const mebibyte = 1024 * 1024;
let services: Services;
let editor: Caller & { id: string };
let productId: string;

beforeAll(async () => {
  ({ services } = await testServices());
  editor = await insertEditor(services);
  productId = await insertProduct(services, editor.id);
});

const sign = (request: SignRequest, caller: Caller = editor) => signUpload(services, caller, request);

/** Signs and sends, as Uppy does. */
async function send(request: SignRequest, body?: Buffer | string, contentType?: string): Promise<Response> {
  const { url, headers } = await sign(request);
  const type: Record<string, string> = contentType ? { 'content-type': contentType } : {};
  const content = typeof body === 'string' ? body : body && new Uint8Array(body);
  return fetch(url, {
    method: request.method,
    headers: { ...type, ...headers },
    ...(content && { body: content }),
  });
}

async function createMultipart(key: string): Promise<string> {
  const created = await send({ method: 'POST', key });
  return /<UploadId>([^<]+)<\/UploadId>/.exec(await created.text())?.[1] ?? '';
}

function completeXml(etags: (string | null)[]): string {
  const parts = etags.map((etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

/** A JPEG by its first bytes, of this length. */
function jpegOf(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(bytes - 4, 7)]);
}

describe('a signed single PUT', () => {
  it('takes key and type from the record, not from the request', async () => {
    const photo = await drawPhoto();
    const { object_key } = await askUpload(services, editor, uploadOf(productId, photo.length));
    const signed = await sign({ method: 'PUT', key: object_key, contentType: 'text/html' });
    expect(signed.key).toBe(object_key);
    expect(signed.headers).toEqual({ 'content-type': 'image/jpeg', 'if-none-match': '*' });
    expect((await send({ method: 'PUT', key: object_key }, photo)).status).toBe(200);
    expect((await completeUpload(services, editor, { key: object_key })).first).toBe(true);
  });

  it('is fresh each time and on record, so that a retry after an expired URL succeeds', async () => {
    const photo = await drawPhoto();
    const { asset_id, object_key, upload_expires_at } = await askUpload(
      services,
      editor,
      uploadOf(productId, photo.length),
    );
    await services.db
      .updateTable('assets')
      .set({ upload_expires_at: new Date(0) })
      .where('id', '=', asset_id)
      .execute();
    await sign({ method: 'PUT', key: object_key });
    const { upload_expires_at: recorded } = await assetRow(services, asset_id);
    expect(recorded?.getTime()).toBeGreaterThanOrEqual(Date.parse(upload_expires_at ?? ''));
  });
});

describe('a signed multipart upload', () => {
  it('goes from create to complete, can list its parts, and is on record', async () => {
    const file = jpegOf(6 * mebibyte);
    const { asset_id, object_key: key } = await askUpload(services, editor, uploadOf(productId, file.length));
    const uploadId = await createMultipart(key);
    const etags: (string | null)[] = [];
    for (const [n, part] of [file.subarray(0, 5 * mebibyte), file.subarray(5 * mebibyte)].entries()) {
      const sent = await send({ method: 'PUT', key, uploadId, partNumber: n + 1 }, part);
      expect(sent.status).toBe(200);
      etags.push(sent.headers.get('etag'));
    }
    expect((await assetRow(services, asset_id)).multipart_upload_id).toBe(uploadId);
    const listed = await (await send({ method: 'GET', key, uploadId })).text();
    expect(listed.match(/<PartNumber>/g)).toHaveLength(2);
    const completed = await send({ method: 'POST', key, uploadId }, completeXml(etags), 'application/xml');
    expect(completed.status).toBe(200);
    expect((await completeUpload(services, editor, { key })).answer.id).toBe(asset_id);
    expect((await assetRow(services, asset_id)).landed_bytes).toBe(file.length);
  });

  it('cannot write over an object that is there: its completion gets 412', async () => {
    const photo = await drawPhoto();
    const { object_key: key } = await askUpload(services, editor, uploadOf(productId, photo.length));
    const uploadId = await createMultipart(key);
    const part = await send({ method: 'PUT', key, uploadId, partNumber: 1 }, jpegOf(photo.length));
    await send({ method: 'PUT', key }, photo);
    const completed = await send({ method: 'POST', key, uploadId }, completeXml([part.headers.get('etag')]));
    expect(completed.status).toBe(412);
    expect((await services.store.head(key))?.bytes).toBe(photo.length);
  });

  it('can be aborted', async () => {
    const { object_key: key } = await askUpload(services, editor, uploadOf(productId, 10));
    const uploadId = await createMultipart(key);
    expect((await send({ method: 'DELETE', key, uploadId })).status).toBe(204);
    expect((await send({ method: 'GET', key, uploadId })).status).toBe(404);
  });

  it('has no more parts than its size can have', async () => {
    const { object_key: key } = await askUpload(services, editor, uploadOf(productId, 11 * mebibyte));
    await sign({ method: 'PUT', key, uploadId: 'u', partNumber: 3 });
    expect(await codeOf(sign({ method: 'PUT', key, uploadId: 'u', partNumber: 4 }))).toBe('invalid_request');
  });
});

describe('a signature', () => {
  it('is given only for keys that an UPLOADING asset of the caller owns', async () => {
    const { asset_id, object_key: key } = await askUpload(services, editor, uploadOf(productId, 10));
    const other = await insertEditor(services);
    expect(await codeOf(sign({ method: 'PUT', key }, other))).toBe('not_found');
    for (const foreign of [
      `assets/${asset_id}/thumb.jpg`,
      `assets/${asset_id}/original.png`,
      'assets/0b9a6f0e-5a6f-4b53-9c0e-2f6f3a1c7b9e/original.jpg',
      `masters/${'a'.repeat(64)}`,
      'nul\0',
    ]) {
      expect(await codeOf(sign({ method: 'PUT', key: foreign }))).toBe('not_found');
    }
    for (const status of ['PROCESSING', 'READY'] as const) {
      await services.db
        .updateTable('assets')
        .set({ status, landed_etag: '"x"' })
        .where('id', '=', asset_id)
        .execute();
      expect(await codeOf(sign({ method: 'PUT', key }))).toBe('not_found');
    }
  });

  it('is not given where the upload was cancelled between the look and the signature', async () => {
    const { store } = services;
    const cancelledMeanwhile = (assetId: string) => {
      const cancel = () => cancelUpload(services, editor, { assetId });
      const presignPut: typeof store.presignPut = (...call) => cancel().then(() => store.presignPut(...call));
      const presignMultipart: typeof store.presignMultipart = (...call) =>
        cancel().then(() => store.presignMultipart(...call));
      return { ...services, store: { ...store, presignPut, presignMultipart } };
    };
    for (const method of ['PUT', 'POST'] as const) {
      const { asset_id, object_key: key } = await askUpload(services, editor, uploadOf(productId, 10));
      const { upload_expires_at } = await assetRow(services, asset_id);
      const slow = cancelledMeanwhile(asset_id);
      expect(await codeOf(signUpload(slow, editor, { method, key }))).toBe('not_found');
      expect((await assetRow(services, asset_id)).upload_expires_at).toEqual(upload_expires_at);
    }
    const request = uploadOf(productId, 10);
    const { asset_id } = await askUpload(services, editor, request, 'cancelled');
    const again = await askUpload(cancelledMeanwhile(asset_id), editor, request, 'cancelled');
    expect(again).toMatchObject({ asset_id, status: 'FAILED' });
    expect(again.upload_url).toBeUndefined();
  });

  it('is not given for calls that an upload does not need', async () => {
    const { object_key: key } = await askUpload(services, editor, uploadOf(productId, 10));
    for (const request of [
      { method: 'GET', key },
      { method: 'DELETE', key },
      { method: 'PUT', key, partNumber: 1 },
      { method: 'PUT', key, uploadId: 'u' },
    ] as const) {
      expect(await codeOf(sign(request))).toBe('invalid_request');
    }
  });
});
