import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { MarkUploadsTable } from '#db/tables.ts';

export async function insertMarkUpload(trx: Trx, row: Insertable<MarkUploadsTable>): Promise<void> {
  await trx.insertInto('mark_uploads').values(row).execute();
}

export async function findMarkUpload(db: Database | Trx, upload: { id: string; uploadedBy: string }) {
  return db
    .selectFrom('mark_uploads')
    .selectAll()
    .where('id', '=', upload.id)
    .where('uploaded_by', '=', upload.uploadedBy)
    .executeTakeFirst();
}

export async function settleMarkUpload(trx: Trx, id: string, sha256: string): Promise<void> {
  await trx.updateTable('mark_uploads').set({ sha256 }).where('id', '=', id).execute();
}

/** False where the upload was swept meanwhile. */
export async function recordMarkUrl(db: Database, id: string, expiresAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mark_uploads')
    .set({ url_expires_at: expiresAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nothing can be written there any more: whatever came of it is known. */
export async function listSpentMarkUploads(db: Database, page: { graceSeconds: number; limit: number }) {
  return db
    .selectFrom('mark_uploads')
    .select(['id', 'object_key'])
    .where('url_expires_at', '<', sql<Date>`clock_timestamp() - ${page.graceSeconds} * interval '1 second'`)
    .orderBy('url_expires_at')
    .limit(page.limit)
    .execute();
}

export async function deleteMarkUpload(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('mark_uploads').where('id', '=', id).execute();
}
