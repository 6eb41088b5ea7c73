import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';

const now = sql<Date>`clock_timestamp()`;

/**
 * UPLOADING → PROCESSING; what went wrong with it before is then repaired. The caller holds the locks of the
 * product and of the asset.
 */
export async function markRegistered(
  trx: Trx,
  assetId: string,
  landed: { etag: string; versionId: string | undefined; bytes: number; type: string; notes: string[] },
  options: { answered: boolean },
): Promise<void> {
  await trx
    .with('repaired', (cte) =>
      cte
        .updateTable('registration_failures')
        .set({ repaired_at: now })
        .where('asset_id', '=', assetId)
        .where('repaired_at', 'is', null),
    )
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
      ...(options.answered && { completion_answered_at: now }),
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
