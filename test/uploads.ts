import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import type { UploadAnswer, UploadRequest } from '#lib/upload/request-schema.ts';
import { requestUpload } from '#lib/upload/request-upload.ts';
import { insertPerson, personCaller } from './people.ts';

export async function insertEditor(services: Services): Promise<Caller & { id: string }> {
  const { id, email } = await insertPerson(services.db, { role: 'editor' });
  return { ...personCaller(id, 'editor', email), id };
}

export async function insertProduct(services: Services, createdBy: string): Promise<string> {
  const id = randomUUID();
  await services.db
    .insertInto('products')
    .values({ id, name: 'Kit', sku: null, created_by: createdBy })
    .execute();
  return id;
}

/** A small real JPEG; another `shade`, other bytes of the same picture. */
export async function drawPhoto(shade = 120): Promise<Buffer> {
  const background = { r: shade, g: 90, b: 40 };
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

export function uploadOf(
  productId: string,
  bytes: number,
  changes: Partial<UploadRequest> = {},
): UploadRequest {
  return {
    product_id: productId,
    filename: 'kit.jpg',
    content_type: 'image/jpeg',
    byte_size: bytes,
    ...changes,
  };
}

export async function askUpload(
  services: Services,
  caller: Caller,
  request: UploadRequest,
  idempotencyKey: string = randomUUID(),
): Promise<UploadAnswer> {
  return (await requestUpload(services, caller, { idempotencyKey, request })).answer;
}

/** As a browser sends it. */
export async function putFile(answer: UploadAnswer, bytes: Buffer): Promise<Response> {
  if (!answer.upload_url) throw new Error('there is no URL to send the file to');
  return fetch(answer.upload_url, {
    method: 'PUT',
    headers: answer.upload_headers ?? {},
    body: new Uint8Array(bytes),
  });
}

/** Asks and sends: an asset that waits for its registration. */
export async function landPhoto(
  services: Services,
  caller: Caller,
  productId: string,
  options: { bytes?: Buffer; changes?: Partial<UploadRequest> } = {},
): Promise<UploadAnswer> {
  const bytes = options.bytes ?? (await drawPhoto());
  const answer = await askUpload(services, caller, uploadOf(productId, bytes.length, options.changes));
  const put = await putFile(answer, bytes);
  if (!put.ok) throw new Error(`the store answered ${put.status} ${await put.text()}`);
  return answer;
}

/** What an S3-compatible store sends when objects were created. */
export function storageEvent(bucket: string, ...keys: string[]) {
  return {
    Records: keys.map((key) => ({
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      eventName: 'ObjectCreated:Put',
      s3: {
        bucket: { name: bucket },
        object: { key: encodeURIComponent(key).replaceAll('%2F', '/'), size: 1 },
      },
    })),
  };
}

export const eventsCaller: Caller = {
  actor: { kind: 'system', name: 'events' },
  requestId: 'test',
  traceId: undefined,
};

export async function assetRow(services: Services, assetId: string) {
  return services.db.selectFrom('assets').selectAll().where('id', '=', assetId).executeTakeFirstOrThrow();
}

/** The code of the `Problem` that a call ends in. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Error && 'code' in error ? String(error.code) : `no problem: ${String(error)}`;
}
