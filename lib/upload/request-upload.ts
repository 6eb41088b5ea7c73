import { createHash, randomUUID } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { unsafeFindProduct } from '#db/queries/products.ts';
import {
  findUploadByIdempotencyKey,
  insertUpload,
  type Upload,
  unsafeFindUpload,
} from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { isIdempotencyKey, maxKeyCharacters } from '#lib/idempotency-key.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { checkRequest } from './check-request.ts';
import { landingKey } from './landing-key.ts';
import { productFull } from './product-full.ts';
import type { UploadAnswer, UploadRequest } from './request-schema.ts';
import { signPut } from './sign-put.ts';
import { uploadOwner } from './upload-owner.ts';

/**
 * Makes an asset that waits for its bytes, or finds the one that the same key made before: `created` says which.
 * The look-up comes before every rule, so that a retry is answered whatever has changed since.
 */
export async function requestUpload(
  services: Services,
  caller: Caller,
  input: { idempotencyKey: string | null | undefined; request: UploadRequest },
): Promise<{ created: boolean; answer: UploadAnswer }> {
  const ownerId = uploadOwner(caller);
  const idempotencyKey = checkKey(input.idempotencyKey);
  const requestSha256 = hashRequest(input.request);
  const earlier = await findUploadByIdempotencyKey(services.db, ownerId, idempotencyKey);
  const inserted = earlier
    ? undefined
    : await insertRequest(services, caller, {
        ownerId,
        idempotencyKey,
        requestSha256,
        request: input.request,
      });
  // A racing request with the same key may have inserted between the look-up and the insert.
  const upload =
    earlier ?? inserted ?? (await findUploadByIdempotencyKey(services.db, ownerId, idempotencyKey));
  if (!upload) throw new Error('an asset that stood in the way of an insert is gone');
  if (upload.request_sha256 !== requestSha256) {
    throw new Problem(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another upload. Use a new key for a new file.',
    );
  }
  return { created: inserted !== undefined, answer: await answerUpload(services, upload) };
}

async function insertRequest(
  services: Services,
  caller: Caller,
  wanted: { ownerId: string; idempotencyKey: string; requestSha256: string; request: UploadRequest },
): Promise<Upload | undefined> {
  const { ownerId, idempotencyKey, requestSha256, request } = wanted;
  const { declaredType } = checkRequest(request, services.env);
  await checkProduct(services, request.product_id);
  const id = randomUUID();
  return services.db.transaction().execute(async (trx) => {
    const upload = await insertUpload(trx, {
      id,
      ownerId,
      productId: request.product_id,
      idempotencyKey,
      requestSha256,
      objectKey: landingKey(id, declaredType),
      filename: request.filename,
      declaredType,
      declaredBytes: request.byte_size,
      declaredSha256: request.sha256,
    });
    if (upload) {
      const detail = { product_id: request.product_id, bytes: request.byte_size, type: declaredType };
      await recordAudit(trx, caller, {
        action: 'asset.requested',
        subjectKind: 'asset',
        subjectId: id,
        detail,
      });
    }
    return upload;
  });
}

/**
 * Says early that a product is full. Uploads under way are not counted, since many of them never arrive; the
 * limit is enforced where they are registered.
 */
async function checkProduct(services: Services, productId: string): Promise<void> {
  const product = isUuid(productId) ? await unsafeFindProduct(services.db, productId) : undefined;
  if (!product) throw notFound('product');
  const limit = services.env.MAX_PHOTOS_PER_PRODUCT;
  if (product.photo_count >= limit) throw productFull(limit);
}

async function answerUpload(services: Services, upload: Upload): Promise<UploadAnswer> {
  const answer = { asset_id: upload.id, status: upload.status, object_key: upload.object_key };
  const inParts = upload.declared_bytes > services.env.MULTIPART_THRESHOLD_BYTES;
  if (upload.status !== 'UPLOADING' || inParts) return answer;
  const signed = await signPut(services, upload);
  // It was over between the look-up and the signature.
  if (!signed)
    return { ...answer, status: (await unsafeFindUpload(services.db, upload.id))?.status ?? upload.status };
  return {
    ...answer,
    upload_url: signed.url,
    upload_headers: signed.headers,
    upload_expires_at: signed.expiresAt.toISOString(),
  };
}

function checkKey(sent: string | null | undefined): string {
  const key = sent?.trim() ?? '';
  if (isIdempotencyKey(key)) return key;
  throw new Problem(
    'idempotency_key_required',
    `Send an Idempotency-Key header of 1 to ${maxKeyCharacters} ASCII characters, a new one for each file.`,
  );
}

function hashRequest(request: UploadRequest): string {
  const { product_id, filename, content_type, byte_size, sha256 } = request;
  const canonical = JSON.stringify([product_id, filename, content_type, byte_size, sha256 ?? null]);
  return createHash('sha256').update(canonical).digest('hex');
}
