import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AssetsTable } from '#db/tables.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';

const now = sql<Date>`clock_timestamp()`;

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

export async function lockUpload(trx: Trx, assetId: string): Promise<Upload | undefined> {
  return trx.selectFrom('assets').select(columns).where('id', '=', assetId).forUpdate().executeTakeFirst();
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

/** Keeps the latest moment at which a signed URL may still write, and the multipart upload where one is known. */
export async function recordSignedUrl(
  db: Database | Trx,
  assetId: string,
  signed: { expiresAt: Date; multipartUploadId?: string | undefined },
): Promise<void> {
  await db
    .updateTable('assets')
    .set({
      upload_expires_at: sql<Date>`greatest(upload_expires_at, ${signed.expiresAt}::timestamptz)`,
      ...(signed.multipartUploadId !== undefined && { multipart_upload_id: signed.multipartUploadId }),
    })
    .where('id', '=', assetId)
    .execute();
}

/** UPLOADING → PROCESSING. The caller holds the locks of the product and of the asset. */
export async function markRegistered(
  trx: Trx,
  assetId: string,
  landed: { etag: string; versionId: string | undefined; bytes: number; type: string; notes: string[] },
): Promise<void> {
  await trx
    .updateTable('assets')
    .set({
      status: 'PROCESSING',
      failure: null,
      failure_detail: null,
      failure_dismissed_at: null,
      settled_at: null,
      landed_etag: landed.etag,
      landed_version_id: landed.versionId ?? null,
      landed_bytes: landed.bytes,
      landed_type: landed.type,
      notes: JSON.stringify(landed.notes),
      registered_at: now,
      updated_at: now,
    })
    .where('id', '=', assetId)
    .execute();
}

/** UPLOADING → FAILED; false where the asset had gone on meanwhile. */
export async function failUpload(
  db: Database | Trx,
  assetId: string,
  why: { failure: AssetFailure; sentence: string; dismissed?: boolean },
): Promise<boolean> {
  const failed = await db
    .updateTable('assets')
    .set({
      status: 'FAILED',
      failure: why.failure,
      failure_detail: why.sentence,
      failure_dismissed_at: why.dismissed ? now : null,
      settled_at: now,
      updated_at: now,
    })
    .where('id', '=', assetId)
    .where('status', '=', 'UPLOADING')
    .returning('id')
    .executeTakeFirst();
  return failed !== undefined;
}

/** True for one caller only: the first completion call that is answered with success. */
export async function claimCompletionAnswer(db: Database | Trx, assetId: string): Promise<boolean> {
  const claimed = await db
    .updateTable('assets')
    .set({ completion_answered_at: now })
    .where('id', '=', assetId)
    .where('completion_answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
