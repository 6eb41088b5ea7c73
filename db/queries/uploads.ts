import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AssetsTable } from '#db/tables.ts';
import { countedPhotos } from './products.ts';

const columns = [
  'id',
  'owner_id',
  'product_id',
  'request_sha256',
  'object_key',
  'filename',
  'declared_type',
  'declared_bytes',
  'declared_sha256',
  'status',
  'failure',
  'failure_detail',
  'registered_at',
  'completion_answered_at',
  'landing_deleted_at',
] as const;

/** An asset as the upload stage knows it. */
export type Upload = Pick<Selectable<AssetsTable>, (typeof columns)[number]>;

export async function findUploadByIdempotencyKey(
  db: Database | Trx,
  ownerId: string,
  idempotencyKey: string,
): Promise<Upload | undefined> {
  return db
    .selectFrom('assets')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

export async function findUploadByKey(
  db: Database | Trx,
  ownerId: string,
  objectKey: string,
): Promise<Upload | undefined> {
  return db
    .selectFrom('assets')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('object_key', '=', objectKey)
    .executeTakeFirst();
}

/** For the store's own notification, which has no owner. */
export async function unsafeFindUploadByKey(
  db: Database | Trx,
  objectKey: string,
): Promise<Upload | undefined> {
  return db.selectFrom('assets').select(columns).where('object_key', '=', objectKey).executeTakeFirst();
}

export async function unsafeFindUpload(db: Database | Trx, assetId: string): Promise<Upload | undefined> {
  return db.selectFrom('assets').select(columns).where('id', '=', assetId).executeTakeFirst();
}

/** The asset, and how many photos its product has; the caller holds the product's lock, so that the count stays true. */
export async function lockUpload(
  trx: Trx,
  assetId: string,
): Promise<(Upload & { photos: number }) | undefined> {
  return trx
    .selectFrom('assets')
    .select(columns)
    .select(countedPhotos('assets.product_id').as('photos'))
    .where('id', '=', assetId)
    .forUpdate('assets')
    .executeTakeFirst();
}

/** Nothing where the owner used the idempotency key before: of racing requests one inserts. */
export async function insertUpload(
  db: Database | Trx,
  upload: {
    id: string;
    ownerId: string;
    productId: string;
    idempotencyKey: string;
    requestSha256: string;
    objectKey: string;
    filename: string;
    declaredType: string;
    declaredBytes: number;
    declaredSha256: string | undefined;
  },
): Promise<Upload | undefined> {
  return db
    .insertInto('assets')
    .values((eb) => ({
      id: upload.id,
      owner_id: upload.ownerId,
      product_id: upload.productId,
      idempotency_key: upload.idempotencyKey,
      request_sha256: upload.requestSha256,
      object_key: upload.objectKey,
      filename: upload.filename,
      declared_type: upload.declaredType,
      declared_bytes: upload.declaredBytes,
      declared_sha256: upload.declaredSha256 ?? null,
      status: 'UPLOADING',
      // Behind the product's photos, in the order of asking: parallel uploads end in any order.
      position: eb
        .selectFrom('assets')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('product_id', '=', upload.productId),
    }))
    .onConflict((conflict) => conflict.constraint('one_asset_a_request').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Keeps the latest moment at which a signed URL may still write, and the multipart upload where one is known. False
 * where the asset is UPLOADING no longer, and the URL must not go out.
 */
export async function recordSignedUrl(
  db: Database | Trx,
  assetId: string,
  signed: { expiresAt: Date; multipartUploadId?: string | undefined },
): Promise<boolean> {
  const recorded = await db
    .updateTable('assets')
    .set({
      upload_expires_at: sql<Date>`greatest(upload_expires_at, ${signed.expiresAt}::timestamptz)`,
      ...(signed.multipartUploadId !== undefined && { multipart_upload_id: signed.multipartUploadId }),
    })
    .where('id', '=', assetId)
    .where('status', '=', 'UPLOADING')
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}
