import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { AssetsTable } from '#db/tables.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';

const now = sql<Date>`clock_timestamp()`;

const columns = [
  'id',
  'product_id',
  'object_key',
  'status',
  'failure',
  'declared_sha256',
  'landed_etag',
  'landed_version_id',
  'landed_bytes',
  'landing_deleted_at',
  'binned_at',
] as const;

/** An asset as the ingest stage knows it. */
export type IngestedAsset = Pick<Selectable<AssetsTable>, (typeof columns)[number]>;

/** For the consumer of events, which has no person behind it, and for staff, who may see every asset. */
export async function unsafeFindIngestedAsset(
  db: Database | Trx,
  assetId: string,
): Promise<IngestedAsset | undefined> {
  return db.selectFrom('assets').select(columns).where('id', '=', assetId).executeTakeFirst();
}

export async function lockIngestedAsset(trx: Trx, assetId: string): Promise<IngestedAsset | undefined> {
  return trx.selectFrom('assets').select(columns).where('id', '=', assetId).forUpdate().executeTakeFirst();
}

/** PROCESSING → READY. Answers the seconds since its registration; nothing where it is no longer PROCESSING the bytes that were read. */
export async function markReady(
  trx: Trx,
  asset: Pick<IngestedAsset, 'id' | 'landed_etag'>,
  notes: string[],
): Promise<{ seconds: number } | undefined> {
  return trx
    .updateTable('assets')
    .set({
      status: 'READY',
      notes: sql`notes || ${JSON.stringify(notes)}::jsonb`,
      settled_at: now,
      updated_at: now,
    })
    .where('id', '=', asset.id)
    .where('status', '=', 'PROCESSING')
    .where('landed_etag', '=', asset.landed_etag)
    .returning(
      sql<number>`coalesce(extract(epoch from clock_timestamp() - registered_at), 0)::float8`.as('seconds'),
    )
    .executeTakeFirst();
}

/** PROCESSING → FAILED; false where it is no longer PROCESSING. */
export async function markIngestFailed(
  trx: Trx,
  assetId: string,
  why: { failure: AssetFailure; detail: string | null },
): Promise<boolean> {
  const failed = await trx
    .updateTable('assets')
    .set({
      status: 'FAILED',
      failure: why.failure,
      failure_detail: why.detail,
      failure_dismissed_at: null,
      settled_at: now,
      updated_at: now,
    })
    .where('id', '=', assetId)
    .where('status', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst();
  return failed !== undefined;
}

/** FAILED → PROCESSING, by a person's wish. The caller holds the locks of the product and of the asset. */
export async function markRetried(trx: Trx, assetId: string): Promise<void> {
  await trx
    .updateTable('assets')
    .set({
      status: 'PROCESSING',
      failure: null,
      failure_detail: null,
      failure_dismissed_at: null,
      settled_at: null,
      updated_at: now,
    })
    .where('id', '=', assetId)
    .where('status', '=', 'FAILED')
    .execute();
}

/** False where the asset is not FAILED. Dismissed twice, the first moment stays. */
export async function markDismissed(trx: Trx, assetId: string): Promise<boolean> {
  const dismissed = await trx
    .updateTable('assets')
    .set({ failure_dismissed_at: sql`coalesce(failure_dismissed_at, clock_timestamp())`, updated_at: now })
    .where('id', '=', assetId)
    .where('status', '=', 'FAILED')
    .returning('id')
    .executeTakeFirst();
  return dismissed !== undefined;
}
